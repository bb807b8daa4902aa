import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { slugs } from '#domain/slugs.js';
import { errorCatalogues } from '#domain/errors.js';
import { sourceFiles } from './source-files.js';

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
      ['src', 'plugins', 'scripts', 'test', 'sandboxes'].flatMap(sources).filter((file) => vague.test(file)),
    ).toEqual([]);
  });

  it('names files in kebab-case, with a role where it has one', () => {
    const odd = ['src', 'plugins', 'scripts', 'sandboxes']
      .flatMap(sources)
      .filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z-]+)*\.(ts|mjs)$/.test(file.split('/').at(-1) ?? ''));
    expect(odd).toEqual([]);
  });
});

describe('the error catalogue', () => {
  it('holds the errors of every feature', () => {
    const named = sourceFiles('domain', '.errors.ts').map(({ file }) =>
      file.includes('_shared')
        ? 'platform'
        : (file.replace('src/domain/', '').replace('.plugins/', '').split('/')[0] ?? ''),
    );
    const missing = [...new Set(named)].filter((slug) => !(slug in errorCatalogues));
    expect(missing.map((slug) => `the catalogue of ${slug} is not listed: run \`npm run generate\``)).toEqual(
      [],
    );
    const empty = Object.keys(errorCatalogues).filter((slug) => !named.includes(slug));
    expect(empty.map((slug) => `${slug} has errors and no <slug>.errors.ts`)).toEqual([]);
  });
});
