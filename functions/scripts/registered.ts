import type { RegisteredFunction } from '../src/platform/functionOptions';

/** Every function, with what it is registered with. Loads the whole backend. */
export async function registeredFunctions(project: string): Promise<readonly RegisteredFunction[]> {
  process.env.GCLOUD_PROJECT = project;
  // firebase-functions defines no Storage trigger without a bucket. Nothing here depends on which.
  process.env.FIREBASE_CONFIG ??= JSON.stringify({
    projectId: project,
    storageBucket: `${project}.firebasestorage.app`,
  });
  return (await import('../src/index')).endpoints;
}
