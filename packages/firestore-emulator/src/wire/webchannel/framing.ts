/**
 * WebChannel's wire format.
 * Source: https://github.com/google/closure-library/tree/master/closure/goog/labs/net/webchannel (client side).
 */

/** Encodes one chunk of a reply: its length in UTF-16 units, a line feed, the JSON. */
export function frame(json: unknown): string {
  const text = JSON.stringify(json);
  return `${text.length}\n${text}`;
}

/** Reads the messages of a forward request, with their offsets in the session. */
export function readForward(form: URLSearchParams): { offset: number; data: string }[] {
  const first = Number(form.get('ofs') ?? 0);
  const count = Number(form.get('count') ?? 0);
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count)) return [];
  const messages: { offset: number; data: string }[] = [];
  for (let index = 0; index < count; index++) {
    const data = form.get(`req${index}___data__`);
    if (data !== null) messages.push({ offset: first + index, data });
  }
  return messages;
}

/** Reads the headers that the handshake carries as text, which saves browsers a preflight. Names are in lower case. */
export function readHeaders(lines: string | null): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of (lines ?? '').split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}
