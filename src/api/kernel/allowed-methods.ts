import type { Route } from './route.js';

/** Which methods the declared routes take at a path, in the order of HTTP; none for a path that no route has. */
export function allowedMethods(routes: readonly Route[]): (path: string) => string[] {
  const patterns = routes.map(({ path, method }) => ({ pattern: patternOf(path), method }));
  return (path) => {
    const found = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    return ['get', 'head', 'post', 'put', 'patch', 'delete']
      .filter((method) => found.has(method as Route['method']) || (method === 'head' && found.has('get')))
      .map((method) => method.toUpperCase());
  };
}

function patternOf(path: string): RegExp {
  const source = path
    .split('/')
    .map((part) => (part.startsWith('*') ? '.+' : part.replace(/:\w+/g, '[^/]+').replace(/\./g, '\\.')))
    .join('/');
  return new RegExp(`^${source}/?$`);
}
