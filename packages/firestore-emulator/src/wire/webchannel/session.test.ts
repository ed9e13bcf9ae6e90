import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { ABANDONED_AFTER_MS, Session } from './session';

describe('Session', () => {
  it('is abandoned when no client reads from it', () => {
    const session = new Session();
    expect(session.tick(Date.now() + ABANDONED_AFTER_MS - 1000)).toBe(true);
    expect(session.tick(Date.now() + ABANDONED_AFTER_MS + 1000)).toBe(false);
  });

  it('keeps a back channel alive, and ends it after a minute for a new one', () => {
    const session = new Session();
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    session.openBackChannel(response, { arrayId: 0, streaming: true });
    const [, before] = session.state;
    expect(session.tick(Date.now() + 30_000)).toBe(true);
    expect([session.state[0], session.state[1], response.writableEnded]).toEqual([1, before + 1, false]);
    expect(session.tick(Date.now() + 61_000)).toBe(true);
    expect([session.state[0], response.writableEnded]).toEqual([0, true]);
  });

  it('holds back early messages and drops duplicates', () => {
    const session = new Session();
    const received: string[] = [];
    session.onMessage = (data) => received.push(data);
    session.receive([{ offset: 1, data: 'b' }]);
    expect(received).toEqual([]);
    session.receive([
      { offset: 0, data: 'a' },
      { offset: 1, data: 'b' },
    ]);
    session.receive([
      { offset: 0, data: 'a' },
      { offset: 2, data: 'c' },
    ]);
    expect(received).toEqual(['a', 'b', 'c']);
  });

  it('says when a message has left: written to a client that reads, or acknowledged', async () => {
    const session = new Session();
    const server = createServer((_, response) => session.openBackChannel(response, { arrayId: 0, streaming: false }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const left: string[] = [];
    session.send({ a: 1 }, () => left.push('a'));
    session.send({ b: 2 }, () => left.push('b'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(left).toEqual([]);
    const { port } = server.address() as AddressInfo;
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    expect(left).toEqual(['a', 'b']);
    session.send({ c: 3 }, () => left.push('c'));
    session.acknowledge(3);
    expect(left).toEqual(['a', 'b', 'c']);
    await new Promise((resolve) => server.close(resolve));
  });

  it('reports unacknowledged messages', () => {
    const session = new Session();
    session.send({ a: 1 });
    session.send({ b: 2 });
    expect(session.state).toEqual([0, 2, '[1,[{"a":1}]][2,[{"b":2}]]'.length]);
    session.acknowledge(1);
    expect(session.state).toEqual([0, 2, '[2,[{"b":2}]]'.length]);
  });
});
