import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { slugs } from '#domain/slugs.js';
import { errorCatalogues } from '#domain/errors.js';
import { configVariables } from '#lib/config.js';

const root = join(import.meta.dirname, '..', '..');

function folders(path: string): string[] {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map((entry) => entry.name);
}

function sources(path: string): string[] {
  return readdirSync(join(root, path), { recursive: true })
    .map((file) => join(path, String(file)))
    .filter((file) => /\.(ts|mjs)$/.test(file) && statSync(join(root, file)).isFile());
}

/** Folders of a layer that no feature is called after. */
function unlisted(layer: string, ...others: string[]): string[] {
  const known: readonly string[] = [...slugs, ...others];
  return folders(layer)
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        `${layer}/${name}: write src/domain/${name}/${name}.feature.ts, or call the folder as its feature`,
    );
}

describe('the tree', () => {
  it.each(['src/workflows', 'src/activities', 'src/operations', 'src/domain'])(
    '%s has folders of features only',
    (layer) => {
      expect(unlisted(layer)).toEqual([]);
    },
  );

  it.each(['src/api', 'src/db'])('%s has folders of features, and its kernel', (layer) => {
    expect(unlisted(layer, 'kernel')).toEqual([]);
  });

  it('names no file for being useful', () => {
    const vague = /\/(utils?|helpers?|common|misc|managers?)\.(ts|mjs)$/;
    expect(
      ['src', 'scripts', 'test', 'sandboxes'].flatMap(sources).filter((file) => vague.test(file)),
    ).toEqual([]);
  });

  it('has no file over 400 lines', () => {
    const long = ['src', 'scripts', 'test', 'sandboxes', 'migrations']
      .flatMap(sources)
      .filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 400);
    expect(long).toEqual([]);
  });

  it('names files in kebab-case, with a role where it has one', () => {
    const odd = ['src', 'scripts', 'sandboxes']
      .flatMap(sources)
      .filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z-]+)*\.(ts|mjs)$/.test(file.split('/').at(-1) ?? ''));
    expect(odd).toEqual([]);
  });
});

describe('the error catalogue', () => {
  it('holds the errors of every feature', () => {
    const files = sources('src/domain').filter((file) => file.endsWith('.errors.ts'));
    const named = files.map((file) =>
      file.includes('_shared') ? 'platform' : (relative('src/domain', file).split('/')[0] ?? ''),
    );
    const missing = [...new Set(named)].filter((slug) => !(slug in errorCatalogues));
    expect(missing.map((slug) => `the catalogue of ${slug} is not listed: run \`npm run generate\``)).toEqual(
      [],
    );
    const empty = Object.keys(errorCatalogues).filter((slug) => !named.includes(slug));
    expect(empty.map((slug) => `${slug} has errors and no <slug>.errors.ts`)).toEqual([]);
  });
});

describe('.env.example', () => {
  it('documents every variable of the configuration', () => {
    const text = readFileSync(join(root, '.env.example'), 'utf8');
    const documented = [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1] ?? '');
    const missing = configVariables.filter((name) => !documented.includes(name));
    expect(
      missing.map((name) => `${name} is read by src/lib/config.ts: say in .env.example what it does`),
    ).toEqual([]);
  });
});
