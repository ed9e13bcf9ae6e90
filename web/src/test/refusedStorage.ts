import { jest } from '@jest/globals';

/** Makes the browser refuse all storage, as with blocked cookies, until the returned function is called. */
export function refuseStorage(): () => void {
  const refuse = () => {
    throw new DOMException('The document is sandboxed', 'SecurityError');
  };
  const areas = (['localStorage', 'sessionStorage'] as const).map((area) =>
    jest.spyOn(globalThis, area, 'get').mockImplementation(refuse),
  );
  return () => {
    for (const area of areas) area.mockRestore();
  };
}
