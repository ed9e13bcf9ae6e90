import { afterEach, describe, expect, it } from '@jest/globals';
import { BodyTooLargeError, readBody } from './body';
import { html, trusted } from './html';
import { matchRoute } from './router';
import { type RunningServer, type Service, startServer } from './serviceProcess';

describe('routes', () => {
  const routes = [
    { method: 'GET', pattern: '/things/:id' },
    { method: 'DELETE', pattern: '/things/:id' },
    { method: 'GET', pattern: '/things/:id/parts' },
  ];
  const match = (method: string, path: string) => matchRoute(routes, { method, path });

  it('match whole segments, decoded', () => {
    expect(match('GET', '/things/a%2Fb')).toEqual({ route: routes[0], params: { id: 'a/b' } });
    expect(match('GET', '/things/a/parts')).toMatchObject({ route: routes[2] });
  });

  it.each(['/things', '/things/', '/things/a/', '/things/a/other', '/thing/a', '/things/%E0%A4%A'])(
    'do not match %s',
    (path) => {
      expect(match('GET', path)).toEqual({ allowed: [] });
    },
  );

  it('name the methods that a path has', () => {
    expect(match('PUT', '/things/a')).toEqual({ allowed: ['GET', 'DELETE'] });
  });
});

describe('HTML', () => {
  it('escapes values in text and attributes, and leaves markup of our own alone', () => {
    const bad = `<b title="x">'&`;
    expect(html`<p class="${bad}">${bad}${trusted('<i>')}${null}${false}${[html`<u>`, '<']}${0}</p>`.toString()).toBe(
      '<p class="&lt;b title=&quot;x&quot;&gt;&#39;&amp;">&lt;b title=&quot;x&quot;&gt;&#39;&amp;<i><u>&lt;0</p>',
    );
  });
});

describe('a server', () => {
  let server: RunningServer;
  afterEach(() => server.close());

  it.each([
    [undefined, 200],
    ['http://127.0.0.1:5000', 200],
    ['http://localhost:5173', 200],
    ['http://app.localhost', 200],
    ['http://[::1]:5000', 200],
    ['https://evil.example', 403],
    ['http://127.0.0.1.evil.example', 403],
    ['http://localhost.evil.example:5000', 403],
    ['null', 403],
    ['', 403],
  ])('answers a page from %s with %i', async (origin, status) => {
    let asked = 0;
    const listener: Service['listener'] = (_request, response) => {
      asked++;
      response.end();
    };
    server = await startServer({ port: 0, create: () => ({ listener, exportData: () => 'everything' }) });
    const headers: Record<string, string> = origin === undefined ? {} : { origin };
    for (const path of ['/', '/_control/data']) {
      const reply = await fetch(`${server.origin}${path}`, { headers });
      expect(reply.status).toBe(status);
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(asked).toBe(status === 200 ? 1 : 0);
  });

  it('reads a body up to its limit and not a byte more', async () => {
    server = await startServer({
      port: 0,
      create: () => ({
        listener: async (request, response) => {
          const said = await readBody(request, 5).then(String, (error: unknown) =>
            error instanceof BodyTooLargeError ? 'too large' : String(error),
          );
          response.end(said);
        },
      }),
    });
    const post = async (body: string) => (await fetch(server.origin, { method: 'POST', body })).text();
    expect(await post('12345')).toBe('12345');
    expect(await post('123456')).toBe('too large');
  });

  it('returns its data for a later start, by GET only', async () => {
    server = await startServer({
      port: 0,
      data: { count: 7 },
      create: ({ data }) => ({ listener: (_request, response) => response.end('listener'), exportData: () => data }),
    });
    expect(await (await fetch(`${server.origin}/_control/data`)).json()).toEqual({ count: 7 });
    expect(await (await fetch(`${server.origin}/_control/data`, { method: 'POST' })).text()).toBe('listener');
  });

  it('frees its port when the service cannot be made', async () => {
    let port = 0;
    const create = (context: { port: number }) => {
      port = context.port;
      throw new Error('no data of ours');
    };
    await expect(startServer({ port: 0, create })).rejects.toThrow('no data of ours');
    server = await startServer({ port, create: () => ({ listener: (_request, response) => response.end('here') }) });
    expect(await (await fetch(server.origin)).text()).toBe('here');
  });
});
