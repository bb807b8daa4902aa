import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { errorsOf } from '#api/kernel/route-errors.js';
import { allRoutes } from '#api/routes.js';
import type { ErrorFactory } from '#domain/_shared/error-catalogue.js';
import { errorCatalogues, reasonOfEntry } from '#domain/errors.js';
import { sourceFiles } from './source-files.js';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Every error with the name it has in its catalogue. */
const catalogued = Object.entries(errorCatalogues).flatMap(([slug, catalogue]) =>
  Object.entries(catalogue).map(([key, factory]) => ({ slug, key, factory })),
);

/** What code calls the catalogue of a slug, as its list says. */
function constantOf(slug: string): string {
  if (slug === 'platform') return 'platformErrors';
  const list = read('src/domain/error-catalogues.ts');
  const [, name] = new RegExp(`^  '?${slug}'?: (\\w+),$`, 'm').exec(list) ?? [];
  if (!name)
    throw new Error(`src/domain/error-catalogues.ts does not list ${slug}: run \`npm run generate\``);
  return name;
}

interface DeclaredResponse {
  $ref?: string;
  content?: { 'application/json'?: { schema?: { $ref?: string } } };
}
interface Operation {
  responses: Record<string, DeclaredResponse>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { properties?: { errorCode?: { enum?: string[] } } }>;
    responses: Record<string, DeclaredResponse>;
  };
}

/** `status code` of every error that the committed openapi.json declares. */
function declaredInOpenApi(): Set<string> {
  const { paths, components } = JSON.parse(read('openapi.json')) as Document;
  const responses = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap((operation) => Object.entries(operation.responses));
  return new Set(
    responses.flatMap(([status, { $ref, content: own }]) => {
      const content = own ?? components.responses[$ref?.split('/').at(-1) ?? '']?.content;
      const name = content?.['application/json']?.schema?.$ref?.split('/').at(-1) ?? '';
      const codes = components.schemas[name]?.properties?.errorCode?.enum ?? [];
      return codes.map((code) => `${status} ${code}`);
    }),
  );
}

/** `status code` of every row of docs/errors.md that some operation responds. */
function documented(): Set<string> {
  const rows = read('docs/errors.md').matchAll(
    /^\| (\d{3}) \| `(\w+)` \| `[a-z0-9_.]+` \|.*\| ([^|]+) \|$/gm,
  );
  return new Set(
    [...rows]
      .filter(([, , , by]) => !/no request|match no operation/.test(by ?? ''))
      .map(([, status, code]) => `${status} ${code}`),
  );
}

describe('errors', () => {
  it('are the same in the reference and in openapi.json', () => {
    const [inOpenApi, inReference] = [declaredInOpenApi(), documented()];
    const stale = (where: string) => (code: string) =>
      `${code} is missing in ${where}: run \`npm run generate\``;
    expect([
      ...[...inReference].filter((code) => !inOpenApi.has(code)).map(stale('openapi.json')),
      ...[...inOpenApi].filter((code) => !inReference.has(code)).map(stale('docs/errors.md')),
    ]).toEqual([]);
  });

  it('of a catalogue are each declared by an operation, unless they are only recorded', () => {
    const declared = new Set(allRoutes.flatMap(errorsOf));
    const missing = catalogued
      .filter(({ slug, key }) => !(slug === 'platform' && ['unknownRoute', 'methodNotAllowed'].includes(key)))
      .filter(({ factory }) => declared.has(factory) === Boolean(factory.definition.recordedOnly));
    expect(
      missing.map(({ slug, key, factory }) =>
        factory.definition.recordedOnly
          ? `${slug}.${key} is declared by a route and says \`recordedOnly\`: it cannot be both`
          : `${slug}.${key} is declared by no route: name it under \`errors\` of the route that returns it ` +
            `(src/api/${slug}/*.routes.ts), or say \`recordedOnly\` in its catalogue`,
      ),
    ).toEqual([]);
  });

  it('that an operation declares are in a catalogue', () => {
    const known = new Set<ErrorFactory>(catalogued.map(({ factory }) => factory));
    const unknown = allRoutes.flatMap(errorsOf).filter((error) => !known.has(error));
    expect(
      unknown.map(
        ({ definition: { message } }) =>
          `"${message}" is declared by a route, and no <slug>.errors.ts has it`,
      ),
    ).toEqual([]);
  });

  it('of a catalogue are each made somewhere', () => {
    const code = sourceFiles('.')
      .filter(({ file }) => !file.endsWith('.errors.ts'))
      .map(({ file }) => read(file))
      .join('\n');
    // A declaration names the error; the code that makes it calls it, by the name of its own catalogue.
    const unused = catalogued.filter(
      ({ slug, key }) => !new RegExp(`\\b${constantOf(slug)}\\.${key}\\(`).test(code),
    );
    expect(
      unused.map(
        ({ slug, key }) =>
          `${constantOf(slug)}.${key}() is called nowhere in src: throw it where the rule is, or remove it from ` +
          'its catalogue and from the routes that declare it',
      ),
    ).toEqual([]);
  });

  it('each have their own reason, which is an identifier', () => {
    const reasons = catalogued.map(({ factory }) => reasonOfEntry(factory.definition));
    expect(reasons.filter((reason, index) => reasons.indexOf(reason) !== index)).toEqual([]);
    expect(reasons.filter((reason) => !/^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/.test(reason))).toEqual([]);
  });

  it('are made by a catalogue, or read from a failed workflow', () => {
    const makers = sourceFiles('.')
      .map(({ file }) => normalize(file))
      .filter((file) => read(file).includes('new AppError('));
    expect(makers.sort()).toEqual(['src/domain/_shared/error-catalogue.ts', 'src/lib/workflow/failures.ts']);
  });
});
