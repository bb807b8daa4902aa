import { join, posix } from 'node:path';
import { featureFiles, templateFiles } from './feature-files.js';
import { namesOf } from './feature-names.js';

/** An import statement as the templates write it. */
const IMPORT = /^import (type )?\{([^}]*)\} from '([^']+)';\n/gm;

/** `src/api/gift-cards/x.ts` is `api/x.ts` in a plugin, which has no folder of the slug. */
const placeOf = (file: string, slug: string): string =>
  file.replace(/^src\//, '').replace(new RegExp(`^(\\w+)/${slug}/`), '$1/');

/** From where a plugin imports what a feature imports from `specifier`. */
function specifierOf(specifier: string, file: string, slug: string): string {
  const own = new RegExp(`^#(\\w+/)${slug}/(.+)$`).exec(specifier);
  if (own) {
    const path = posix.relative(posix.dirname(file), `${own[1] ?? ''}${own[2] ?? ''}`);
    return path.startsWith('.') ? path : `./${path}`;
  }
  if (specifier.startsWith('#') || ['zod', 'knex'].includes(specifier)) return 'haat/plugin';
  return specifier.startsWith('../_support/') ? 'haat/testing' : specifier;
}

interface Imports {
  from: string;
  names: Set<string>;
}

/** The statements with one for each source, names of types marked. */
function importsOf(text: string, file: string, slug: string): string {
  const all: Imports[] = [];
  for (const [, typed, names = '', specifier = ''] of text.matchAll(IMPORT)) {
    const from = specifierOf(specifier, file, slug);
    const found = all.find((item) => item.from === from) ?? { from, names: new Set() };
    if (!all.includes(found)) all.push(found);
    for (const name of names
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean))
      found.names.add(typed ? `type ${name}` : name);
  }
  // As in the platform: packages first, files of the feature last.
  const rank = ({ from }: Imports) => (from.startsWith('.') ? 1 : 0);
  return all
    .sort((first, second) => rank(first) - rank(second))
    .map(({ from, names }) => {
      const plain = (name: string) => name.replace('type ', '');
      const list = [...names].sort((first, second) => plain(first).localeCompare(plain(second), 'en'));
      const typed = list.every((name) => name.startsWith('type '));
      const shown = typed ? list.map((name) => name.slice('type '.length)) : list;
      return `import ${typed ? 'type ' : ''}{ ${shown.join(', ')} } from '${from}';\n`;
    })
    .join('');
}

/** A plugin declares its routes with the use cases that it knows, its own. */
function withOwnServices(text: string, slug: string): string {
  const { camel, pascal } = namesOf(slug);
  return text
    .replace('route, routes', 'routeOf, routes')
    .replace(
      /\n\n/,
      `\nimport type { ${pascal}Service } from './${slug}.service.js';\n\nconst route = routeOf<{ ${camel}: ${pascal}Service }>();\n\n`,
    );
}

function asInPlugin(text: string, file: string, slug: string): string {
  const body = text.replace(IMPORT, '').replace(/^\n+/, '');
  const imports = importsOf(text, file, slug).replace(/\bPlatform\b/, 'PluginPlatform');
  const whole = `${imports}${imports && '\n'}${body.replaceAll('Pick<Platform,', 'Pick<PluginPlatform,')}`;
  return file.endsWith('.routes.ts') ? withOwnServices(whole, slug) : whole;
}

/**
 * The files of a plugin, by path within its folder: those of a feature with rows and an admin screen, importing `haat/plugin`
 * and `haat/testing` alone, and a page of the console.
 * @param version of haat that it is written for
 */
export function pluginFiles(
  templates: string,
  slug: string,
  version: string,
  now: Date,
): Record<string, string> {
  const files = Object.entries(featureFiles(templates, slug, 'crud', now)).map(([path, text]) => {
    const file = placeOf(path, slug);
    return [file, asInPlugin(text, file, slug)] as const;
  });
  const description = {
    name: slug,
    version: '1.0.0',
    private: true,
    description: `${namesOf(slug).title}.`,
    type: 'module',
    engines: { haat: `^${version}` },
    haat: {
      prefix: slug.replaceAll('-', '_'),
      console: {
        pages: [
          {
            title: namesOf(slug).title,
            file: `console/${slug}-page.tsx`,
            operation: `getAdmin${namesOf(slug).pascal}`,
          },
        ],
      },
    },
  };
  return {
    'package.json': `${JSON.stringify(description, null, 2)}\n`,
    ...Object.fromEntries(files),
    ...templateFiles(join(templates, 'plugin-page'), slug),
  };
}
