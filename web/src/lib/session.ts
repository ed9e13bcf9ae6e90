export { type Session, type SessionUser, sessionStore, signedInUser } from './sessionStore';

export function startSession(): void {}
export async function ensureFirebase(): Promise<void> {}
export async function signOut(): Promise<void> {}
