import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { routeProblems } from '#api/kernel/check-routes.js';
import { allRoutes } from '#api/routes.js';
import { allPermissions, permissionCatalogue } from '#domain/access/catalogue.js';

const root = join(import.meta.dirname, '..', '..');

/** What the files of this ending export, with the file. */
async function exportsOf(layer: string, ending: string): Promise<{ file: string; value: unknown }[]> {
  const files = readdirSync(join(root, 'src', layer), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(`.${ending}.ts`));
  const modules = await Promise.all(
    files.map(async (file) => {
      const specifier = `#${layer}/${file.replace(/\.ts$/, '.js')}`;
      const values = Object.values((await import(specifier)) as Record<string, unknown>);
      return values.map((value) => ({ file: `src/${layer}/${file}`, value }));
    }),
  );
  return modules.flat();
}

describe('declarations', () => {
  it('of routes hold together', () => {
    expect(routeProblems(allRoutes, allPermissions)).toEqual([]);
  });

  it('of routes are each mounted', async () => {
    const declared = await exportsOf('api', 'routes');
    const forgotten = declared.filter(
      ({ value }) => Array.isArray(value) && value.some((route) => !allRoutes.includes(route as never)),
    );
    expect(
      forgotten.map(
        ({ file }) => `${file} declares routes that nobody reaches: add them to src/api/routes.ts`,
      ),
    ).toEqual([]);
  });

  it('of permissions are each in the catalogue', async () => {
    const declared = await exportsOf('domain', 'permissions');
    const forgotten = declared.filter(({ value }) =>
      Object.keys(value as object).some((permission) => !(permission in permissionCatalogue)),
    );
    expect(forgotten.map(({ file }) => `${file}: add its table to src/domain/access/catalogue.ts`)).toEqual(
      [],
    );
  });
});
