import { readFileSync } from 'node:fs';
import { exportsIn } from './features.mjs';
import { inProject } from './paths.mjs';
import { PlainError } from './plain-error.mjs';

const METHOD = /\bmethod: '(\w+)'/;

/** The declarations of a file; what several share may stand in a constant that they spread. */
function declarationsIn(text) {
  const shared = new Map(
    [...text.matchAll(/^const (\w+) = \{([^}]*)\}/gm)].map(([, name, body]) => [
      name,
      METHOD.exec(body)?.[1],
    ]),
  );
  return text
    .split(/\broute\(\{/)
    .slice(1)
    .flatMap((block) => {
      const [, path] = /\bpath: '([^']+)'/.exec(block) ?? [];
      const spread = [...block.matchAll(/\.\.\.(\w+)/g)].map(([, name]) => shared.get(name)).find(Boolean);
      const method = METHOD.exec(block)?.[1] ?? spread;
      return path && method ? [{ method, path }] : [];
    });
}

/** What a feature's routes declare, read from their text. The start of the API checks what is put together as it runs. */
function routesOf({ slug, plugin, layers }) {
  const files = exportsIn(layers.api, '.routes.ts', /^export const (\w+Routes)\b/gm).map(({ file }) => file);
  return [...new Set(files)].flatMap((file) =>
    declarationsIn(readFileSync(inProject(file), 'utf8')).map((route) => ({ ...route, slug, plugin })),
  );
}

/** Whether `first` takes every request that `second` is meant for. */
function shadows(first, second) {
  const [these, those] = [first.path.split('/'), second.path.split('/')];
  if (first.method !== second.method || these.length !== those.length) return false;
  return these.every((part, index) => part === those[index] || part.startsWith(':'));
}

/** @throws PlainError where a route of a plugin takes all requests of a route of another feature, or the reverse */
export function refuseShadowingRoutes(features) {
  const all = features.flatMap(routesOf);
  for (const route of all.filter(({ plugin }) => plugin)) {
    const other = all.find(
      (candidate) =>
        candidate.slug !== route.slug && (shadows(route, candidate) || shadows(candidate, route)),
    );
    if (!other) continue;
    const name = ({ method, path }) => `${method.toUpperCase()} ${path}`;
    throw new PlainError(
      `${name(route)} of the plugin ${route.slug} takes requests of ${name(other)} of ${other.slug}: choose another path`,
    );
  }
}
