import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inProject } from './paths.mjs';

/**
 * Packages whose index only passes on what other files export. esbuild splits by file and follows each import of an
 * index, used or not: with it in the first page, the first page would load every component that any page uses.
 */
const packages = { '@mantine/core': 'esm/index.mjs', '@mantine/hooks': 'esm/index.mjs' };

const named = /^import \{([^}]*)\} from "([^"]+)";$/gm;
const pairs = (list) =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => /^(\S+) as (\S+)$/.exec(item)?.slice(1) ?? [item, item]);

/** Which file exports a name of the package, and as what. */
function exportsOf(name) {
  const index = inProject('node_modules', name, packages[name]);
  const found = new Map();
  for (const [, list, path] of readFileSync(index, 'utf8').matchAll(named)) {
    const file = path.startsWith('.') ? join(dirname(index), path) : path;
    for (const [exported, local] of pairs(list)) found.set(local, { exported, file });
  }
  return found;
}

/** Imports of an index, written anew as imports of the files that export the names; others stay as they are. */
function direct(source, known) {
  return source.replace(
    /(import|export)\s*\{([^}]*)\}\s*from\s*['"](@mantine\/(?:core|hooks))['"];?/g,
    (whole, word, list, name) => {
      const files = known[name];
      const values = pairs(list).filter(([item]) => !item.startsWith('type '));
      const rest = values.filter(([item]) => !files.has(item));
      const lines = values
        .filter(([item]) => files.has(item))
        .map(([item, local]) => {
          const { exported, file } = files.get(item);
          return `${word} { ${exported} as ${local} } from ${JSON.stringify(file)};`;
        });
      if (rest.length > 0)
        lines.push(
          `${word} { ${rest.map(([item, local]) => `${item} as ${local}`).join(', ')} } from '${name}';`,
        );
      // On one line, so that the lines of a stack trace stay right.
      return lines.join(' ') + '\n'.repeat(whole.split('\n').length - 1);
    },
  );
}

/** The first page loads the components that it uses, and no others. */
export function directImports() {
  return {
    name: 'direct-imports',
    setup({ onLoad }) {
      const known = Object.fromEntries(Object.keys(packages).map((name) => [name, exportsOf(name)]));
      onLoad({ filter: /(\/console\/.*\.tsx?|\/@mantine\/[a-z]+\/esm\/.*\.mjs)$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const contents = direct(source, known);
        if (contents === source) return undefined;
        const loader = /\.(tsx?)$/.exec(path)?.[1] ?? 'js';
        return { contents, loader };
      });
    },
  };
}
