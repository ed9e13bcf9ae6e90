export function handleAuthLink(): void {}
