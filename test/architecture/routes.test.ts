import { describe, expect, it } from '@jest/globals';
import type { Route } from '#api/kernel/route.js';
import { routeProblems } from '#api/kernel/check-routes.js';
import { allRoutes } from '#api/routes.js';
import type { Feature } from '#domain/_shared/feature.js';
import { allPermissions, permissionCatalogue } from '#domain/access/catalogue.js';
import { eventTables } from '#domain/event-tables.js';
import { features } from '#domain/features.js';
import { sourceFiles } from './source-files.js';

/** What the files of this ending export, with the file. */
async function exportsOf(layer: string, ending: string): Promise<{ file: string; value: unknown }[]> {
  const modules = await Promise.all(
    sourceFiles(layer, `.${ending}.ts`).map(async ({ file, specifier }) => {
      const values = Object.values((await import(specifier)) as Record<string, unknown>);
      return values.map((value) => ({ file, value }));
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
    const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;
    const mounted = new Set(allRoutes.map(nameOf));
    const forgotten = declared.filter(
      ({ value }) => Array.isArray(value) && value.some((route) => !mounted.has(nameOf(route as Route))),
    );
    expect(
      forgotten.map(({ file }) => `${file} declares routes that nobody reaches: run \`npm run generate\``),
    ).toEqual([]);
  });

  it('of permissions are each made by one feature', () => {
    const declared = features.flatMap((feature: Feature) => Object.keys(feature.permissions ?? {}));
    expect(declared).toHaveLength(Object.keys(permissionCatalogue).length);
  });

  it('of events are each made by one feature', () => {
    const types = eventTables.flatMap((events) => Object.values(events)).map(({ type }) => type);
    expect(types.filter((type, index) => types.indexOf(type) !== index)).toEqual([]);
  });
});
