import { PROJECT_ID } from '../environment';

/** Keeps firebase-tools off the network and its start short: 7 s instead of 25 s. */
export function firebaseToolsEnvironment(): Record<string, string> {
  return {
    // No message of the day is fetched from Google.
    CI: '1',
    // No search for the server that tells programs on Google's machines who they are.
    METADATA_SERVER_DETECTION: 'none',
    // `npm show firebase-functions`, which looks for a newer version, fails at once.
    npm_config_offline: 'true',
    // The functions are listed in a temporary file, not by a server that is started and polled for it.
    FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: 'true',
    // Seconds a function's process has to start. After the default of 30, which a busy machine can need, firebase-tools
    // gives up and leaves the caller without a response.
    FUNCTIONS_DISCOVERY_TIMEOUT: '120',
    // Otherwise Google's libraries look for the project's name in places a laptop does not have.
    GOOGLE_CLOUD_PROJECT: PROJECT_ID,
  };
}
