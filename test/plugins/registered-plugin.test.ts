import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registerPlugin } from '../../scripts/new-feature/register-plugin.js';
import { layOutPlugin } from '../../scripts/new-feature/lay-out.js';
import { createTestDatabase, provided, type TestDatabase } from '../_support/database.js';
import { copyProject, outsideOfTests, type ProjectCopy } from '../_support/project-copy.js';

const root = join(import.meta.dirname, '..', '..');
const example = './examples/plugins/loyalty-points';

let copy: ProjectCopy;
let template: TestDatabase;

beforeAll(async () => {
  [copy, template] = await Promise.all([copyProject(), createTestDatabase()]);
  // What has been compiled before need not be compiled again.
  for (const folder of ['dist', '.cache/workflow-packages'])
    if (existsSync(join(root, folder)))
      cpSync(join(root, folder), join(copy.root, folder), { recursive: true });
}, 60_000);
afterAll(async () => {
  await template.drop();
  await copy.remove();
});

/** A process in the copy. @returns its exit code, and what it said */
function run(args: string[], env: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const options = { cwd: copy.root, env: { ...outsideOfTests(), ...env } };
    const child = execFile(process.execPath, args, options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? 1, output: `${out}${err}` }),
    );
  });
}

/** The plugins that are shipped, and these. */
function register(...plugins: string[]): void {
  const file = join(copy.root, 'haat.config.ts');
  cpSync(join(root, 'haat.config.ts'), file);
  for (const plugin of plugins) registerPlugin(file, plugin);
}

/** A plugin that has what is needed, and nothing more. */
function write(name: string, haat: object, routes = ''): string {
  const folder = join(copy.root, 'plugins', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'domain'), { recursive: true });
  mkdirSync(join(folder, 'api'), { recursive: true });
  const description = { name, version: '2.0.0', type: 'module', engines: { haat: '^0.1.0' }, ...haat };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(description));
  const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  writeFileSync(
    join(folder, 'domain', `${name}.feature.ts`),
    `import { defineFeature } from 'haat/plugin';\nexport const ${camel}Feature = defineFeature({ slug: '${name}', text: 'x' });\n`,
  );
  if (routes) writeFileSync(join(folder, 'api', `${name}.routes.ts`), routes);
  return `./plugins/${name}`;
}

describe('a registered plugin', () => {
  it('is compiled, migrated and bundled with the platform, and its tests pass, also as new-feature lays it out', async () => {
    register(example);
    const { registered } = await layOutPlugin(copy.root, 'gift-wraps', new Date());
    expect(registered).toBe(true);
    const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js']; // prettier-ignore
    const { output } = await run(
      [...jest, '--config', 'jest.config.mjs', '--maxWorkers', '1', 'loyalty-points|gift-wraps'],
      {
        NODE_ENV: 'test',
        TEST_DATABASE_ADMIN_URL: provided('TEST_DATABASE_ADMIN_URL'),
        TEST_TEMPORAL_ADDRESS: provided('TEST_TEMPORAL_ADDRESS'),
        TEST_TEMPLATE_DATABASE: new URL(template.url).pathname.slice(1),
      },
    );
    expect(output).toMatch(/Test Suites: +6 passed, 6 total/);
    expect(readFileSync(join(copy.root, 'dist/workflow-bundle.js'), 'utf8')).toContain('releaseEarnedPoints');
    expect(existsSync(join(copy.root, 'dist/.plugins/loyalty-points/migrations'))).toBe(true);
    // Its pages of the console are chunks of their own, within the budget of a page.
    const sizes = JSON.parse(readFileSync(join(copy.root, 'dist/console/sizes.json'), 'utf8')) as { pages: Record<string, number> }; // prettier-ignore
    const own = Object.entries(sizes.pages).filter(([file]) => /loyalty-points|gift-wraps/.test(file));
    expect(own).toHaveLength(3);
    expect(own.filter(([, bytes]) => bytes > 45_000)).toEqual([]);
  }, 300_000);

  it('that is taken out again leaves no trace in what is built', async () => {
    register();
    await expect(run(['scripts/build.mjs'])).resolves.toMatchObject({ code: 0 });
    expect(existsSync(join(copy.root, 'dist/.plugins/loyalty-points/api/loyalty-points.routes.js'))).toBe(
      false,
    );
    expect(readFileSync(join(copy.root, 'dist/workflow-bundle.js'), 'utf8')).not.toContain('releaseEarnedPoints'); // prettier-ignore
    expect(readFileSync(join(copy.root, 'src/domain/slugs.ts'), 'utf8')).toBe(
      readFileSync(join(root, 'src/domain/slugs.ts'), 'utf8'),
    );
  }, 120_000);
});

describe('the build stops in words at a plugin', () => {
  const routes = `import { route, routes } from 'haat/plugin';
export const giftCardsRoutes = routes('gift-cards', [
  route({ method: 'get', path: '/store/products/slug/:handle', summary: 'x', auth: 'public', handler: async () => undefined }),
]);\n`;
  const cases: [what: string, plugins: () => string[], message: RegExp][] = [
    ['for another version', () => [write('gift-cards', { engines: { haat: '^0.2.0' }, haat: { prefix: 'gift' } })], /gift-cards 2\.0\.0 is for haat \^0\.2\.0, and this is haat/], // prettier-ignore
    ['without a version', () => [write('gift-cards', { engines: {}, haat: { prefix: 'gift' } })], /`engines\.haat` must say/], // prettier-ignore
    ['whose prefix a feature has', () => [write('gift-cards', { haat: { prefix: 'product' } })], /prefix product of the plugin gift-cards is taken by the feature product-/], // prettier-ignore
    ['whose prefix another plugin has', () => [write('gift-cards', { haat: { prefix: 'gift' } }), write('gift-wraps', { haat: { prefix: 'gift_wraps' } })], /taken by the plugin gift-cards/], // prettier-ignore
    ['whose prefix the platform has', () => [write('gift-cards', { haat: { prefix: 'outbox' } })], /taken by the platform/], // prettier-ignore
    ['whose route takes requests of another', () => [write('gift-cards', { haat: { prefix: 'gift' } }, routes)], /GET \/store\/products\/slug\/:handle of the plugin gift-cards takes requests of GET \/store\/products\/slug\/:slug of products/], // prettier-ignore
    ['that is called like a feature', () => [write('orders', { haat: { prefix: 'gift' } })], /has the name of a feature/], // prettier-ignore
    ['that is named twice', () => [write('gift-cards', { haat: { prefix: 'gift' } }), './plugins/gift-cards'], /taken by the plugin gift-cards|more than once/], // prettier-ignore
    ['that is not there', () => ['./plugins/nowhere'], /names \.\/plugins\/nowhere, which does not exist/],
    [
      'whose package is missing',
      () => ['@acme/haat-nothing'],
      /not installed: npm install @acme\/haat-nothing/,
    ],
  ];

  it.each(cases)('%s', async (_, plugins, message) => {
    register(...plugins());
    const { code, output } = await run(['scripts/build.mjs']);
    expect(output).toMatch(message);
    expect(output).not.toMatch(/\n {4}at /);
    expect(code).toBe(1);
  });
});
