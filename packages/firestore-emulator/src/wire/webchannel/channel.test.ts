import { compileRules } from '@heirlight/security-rules';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FirestoreServer, startServer } from '../server';

const DATABASE = 'projects/demo-x/databases/(default)';
type Numbered = [id: number, array: Record<string, unknown>[]];

/** Speaks WebChannel by hand, as the SDK does in a browser, with and without lost requests. */
describe('WebChannel', () => {
  let server: FirestoreServer;
  beforeEach(async () => {
    server = await startServer({ host: '127.0.0.1', port: 0, compileRules });
  });
  afterEach(() => server.close());

  const url = (kind: string, query: string) =>
    `http://${server.host}:${server.port}/google.firestore.v1.Firestore/${kind}/channel?VER=8&${query}`;
  const form = (offset: number, ...messages: object[]) =>
    new URLSearchParams([
      ['count', String(messages.length)],
      ['ofs', String(offset)],
      ...messages.map((message, index): [string, string] => [`req${index}___data__`, JSON.stringify(message)]),
    ]);
  const open = async (kind: 'Listen' | 'Write', headers: string, ...messages: object[]) => {
    const body = form(0, ...messages);
    body.set('headers', headers);
    const reply = await fetch(url(kind, 'RID=1&CVER=22&X-HTTP-Session-Id=gsessionid'), { method: 'POST', body });
    expect(reply.headers.get('x-http-session-id')).toBeTruthy();
    const [[, [, sid]]] = chunks(await reply.text())[0] as unknown as [[number, [string, string]]];
    return sid;
  };
  const forward = async (kind: string, sid: string, body: URLSearchParams, arrayId = 0) =>
    (await fetch(url(kind, `SID=${sid}&RID=2&AID=${arrayId}`), { method: 'POST', body })).text();
  /** A long poll: returns as soon as there are messages. */
  const poll = async (kind: string, sid: string, arrayId: number): Promise<Numbered[]> => {
    const reply = await fetch(url(kind, `RID=rpc&SID=${sid}&AID=${arrayId}&CI=1&TYPE=xmlhttp`));
    return chunks(await reply.text()).flat() as Numbered[];
  };
  const write = (id: string, text = 'x') => ({
    streamToken: '',
    writes: [{ update: { name: `${DATABASE}/documents/docs/${id}`, fields: { text: { stringValue: text } } } }],
  });
  const stored = (id: string) => server.backend.databaseOf(DATABASE).peek(`${DATABASE}/documents/docs/${id}`);
  const handshake = { database: DATABASE };
  const owner = 'Authorization:Bearer owner\r\nX-Goog-Api-Client:test\r\n';

  it('opens, writes, acknowledges', async () => {
    const sid = await open('Write', owner, handshake);
    const [first] = await poll('Write', sid, 0);
    expect(first?.[1][0]).toHaveProperty('streamToken');
    expect(chunks(await forward('Write', sid, form(1, write('a')), first?.[0]))[0]?.slice(0, 1)).toEqual([0]);
    const [second] = await poll('Write', sid, first?.[0] ?? 0);
    expect(second?.[1][0]).toMatchObject({ commitTime: expect.any(String), writeResults: [{}] });
  });

  it('sends unacknowledged messages again, and no others', async () => {
    const sid = await open('Write', owner, handshake);
    const once = await poll('Write', sid, 0);
    expect(await poll('Write', sid, 0)).toEqual(once);
    await forward('Write', sid, form(1, write('a')));
    const later = await poll('Write', sid, once.at(-1)?.[0] ?? 0);
    expect(later.map(([id]) => id)).not.toContain(once[0]?.[0]);
  });

  it('applies duplicates once, and early messages in order', async () => {
    const sid = await open('Write', owner, handshake);
    await forward('Write', sid, form(2, write('a', 'second')));
    await forward('Write', sid, form(1, write('a', 'first')));
    await forward('Write', sid, form(1, write('a', 'first')));
    const replies = await until(
      () => poll('Write', sid, 0),
      (all) => all.length >= 3,
    );
    expect(replies.filter(([, [message]]) => message && 'commitTime' in message)).toHaveLength(2);
    expect(stored('a')?.fields.text).toEqual({ stringValue: 'second' });
  });

  it('applies writes in order, even if one has to wait for a lock', async () => {
    const database = server.backend.databaseOf(DATABASE);
    const { transaction } = database.beginTransaction();
    await database.batchGet({ documents: [`${DATABASE}/documents/docs/a`], transaction });
    const sid = await open('Write', owner, handshake, write('a'), write('b'));
    await forward('Write', sid, form(3, write('c')));
    expect([stored('a'), stored('b'), stored('c')]).toEqual([null, null, null]);
    database.rollback(transaction);
    await until(
      () => poll('Write', sid, 0),
      (all) => all.length >= 4,
    );
    expect([stored('a'), stored('b'), stored('c')]).not.toContain(null);
  });

  it('sends on the newest back channel, also after the one before it has closed', async () => {
    const sid = await open('Write', owner, handshake);
    const last = (await poll('Write', sid, 0)).at(-1)?.[0] ?? 0;
    const stream = () => fetch(url('Write', `RID=rpc&SID=${sid}&AID=${last}&CI=0&TYPE=xmlhttp`));
    const older = await stream();
    const newer = await stream();
    await older.text();
    await forward('Write', sid, form(1, write('a')));
    let text = '';
    for await (const part of newer.body ?? []) {
      text += Buffer.from(part).toString();
      if (text.includes('commitTime')) break;
    }
    expect(text).toContain('commitTime');
  });

  it('counts a chunk in UTF-16 units', async () => {
    const text = 'ü👵'.repeat(50_000);
    await server.backend.databaseOf(DATABASE).commit({ writes: write('a', text).writes });
    const documents = { documents: [`${DATABASE}/documents/docs/a`] };
    const sid = await open('Listen', owner, { ...handshake, addTarget: { documents, targetId: 2 } });
    const messages = await until(
      () => poll('Listen', sid, 0),
      (all) => all.some(([, [each]]) => each && 'documentChange' in each),
    );
    expect(JSON.stringify(messages)).toContain(text);
  });

  it('reports a failed stream in a message, and applies the caller’s token', async () => {
    server.backend.rules.replace('demo-x', [
      {
        name: 'r',
        content:
          'service cloud.firestore { match /databases/{d}/documents { match /docs/{id} { allow write: if request.auth.uid == id; } } }',
      },
    ]);
    const token = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"ada"}').toString('base64url')}.`;
    const sid = await open(
      'Write',
      `Authorization:Bearer ${token}\r\n`,
      handshake,
      write('ada'),
      write('eve'),
      write('ada', 'late'),
    );
    const messages = await until(
      () => poll('Write', sid, 0),
      (all) => all.length >= 3,
    );
    expect(messages[1]?.[1][0]).toHaveProperty('commitTime');
    expect(messages[2]?.[1][0]).toMatchObject({ error: { code: 403, status: 'PERMISSION_DENIED' } });
    // A failed stream applies no later write.
    expect(stored('ada')?.fields.text).toEqual({ stringValue: 'x' });
  });

  it('refuses one target without ending the stream', async () => {
    server.backend.rules.replace('demo-x', [
      { name: 'r', content: 'service cloud.firestore { match /x/{y} { allow read: if false; } }' },
    ]);
    const documents = { documents: [`${DATABASE}/documents/docs/a`] };
    const sid = await open('Listen', '', { ...handshake, addTarget: { documents, targetId: 4 } });
    const messages = await until(
      () => poll('Listen', sid, 0),
      (all) => JSON.stringify(all).includes('REMOVE'),
    );
    expect(messages.flatMap(([, array]) => array)).toContainEqual({
      targetChange: { targetChangeType: 'REMOVE', targetIds: [4], cause: expect.objectContaining({ code: 7 }) },
    });
  });

  it('reports an invalid message as an error', async () => {
    const sid = await open('Listen', owner, { ...handshake, addTraget: {} });
    const messages = await poll('Listen', sid, 0);
    expect(messages[0]?.[1][0]).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
  });

  it('refuses requests of a terminated session', async () => {
    const sid = await open('Listen', owner, handshake);
    await fetch(url('Listen', `SID=${sid}&RID=3&TYPE=terminate`), { method: 'POST' });
    const reply = await fetch(url('Listen', `RID=rpc&SID=${sid}&AID=0&CI=0&TYPE=xmlhttp`));
    expect([reply.status, await reply.text()]).toEqual([400, 'Unknown SID']);
  });
});

/** Reads `<length>\n<json>` repeatedly; a wrong length makes the JSON unreadable. */
function chunks(text: string): unknown[][] {
  const found: unknown[][] = [];
  for (let at = 0; at < text.length; ) {
    const line = text.indexOf('\n', at);
    const end = line + 1 + Number(text.slice(at, line));
    found.push(JSON.parse(text.slice(line + 1, end)) as unknown[]);
    at = end;
  }
  return found;
}

async function until<T>(look: () => Promise<T>, enough: (value: T) => boolean): Promise<T> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const value = await look();
    if (enough(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The condition did not become true within a second.');
}
