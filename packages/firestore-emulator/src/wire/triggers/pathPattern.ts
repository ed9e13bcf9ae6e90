/**
 * Compiles a trigger's document path, e.g. `users/{uid}/photos/{photo}` or `logs/{rest=**}`, into a test of paths.
 * Source: https://cloud.google.com/eventarc/docs/path-patterns
 */
export function pathPattern(pattern: string): (path: string) => boolean {
  const source = pattern
    .replace(/^\/+|\/+$/g, '')
    .split('/')
    .map((segment) => {
      const capture = /^\{[^}=]*(?:=(.*))?\}$/s.exec(segment);
      return wildcard(capture ? (capture[1] ?? '*') : segment);
    })
    .join('/');
  const expression = new RegExp(`^${source}$`, 's');
  return (path) => expression.test(path);
}

function wildcard(segment: string): string {
  if (segment === '**') return '.+';
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return segment.split('*').map(literal).join('[^/]*');
}
