/** `http://host:port` as the SDKs' emulator functions want it. */
export function hostAndPort(endpoint: string): [host: string, port: number] {
  const url = new URL(endpoint);
  return [url.hostname, Number(url.port)];
}
