import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** The named parts of the route's pattern, decoded. */
  params: Record<string, string>;
}

export interface Route {
  method: string;
  /** Parts starting with a colon match one path segment: `/v1/predictions/:id`. */
  pattern: string;
  handle(call: Call): Promise<void> | void;
}

export type Match<R> = { route: R; params: Record<string, string> } | { allowed: string[] };

function matchPattern(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const segment = given[index] ?? '';
    if (part.startsWith(':')) {
      if (segment === '') return null;
      try {
        params[part.slice(1)] = decodeURIComponent(segment);
      } catch {
        return null;
      }
    } else if (part !== segment) return null;
  }
  return params;
}

/** Returns the first route that fits, or the methods that the path has; none: there is no such path. */
export function matchRoute<R extends Pick<Route, 'method' | 'pattern'>>(
  routes: readonly R[],
  { method, path }: { method: string; path: string },
): Match<R> {
  const allowed: string[] = [];
  for (const route of routes) {
    const params = matchPattern(route.pattern, path);
    if (!params) continue;
    if (route.method === method) return { route, params };
    allowed.push(route.method);
  }
  return { allowed };
}
