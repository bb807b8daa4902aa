import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { layOutFeature, layOutPage } from '../../scripts/new-feature/lay-out.js';
import { pluginFiles } from '../../scripts/new-feature/plugin-files.js';
import { registerPlugin } from '../../scripts/new-feature/register-plugin.js';
import { formatSource } from '../../scripts/new-feature/format-source.js';
import { featureLists } from '../../scripts/supervisor/feature-lists.mjs';
import { createTestDatabase, provided, type TestDatabase } from '../_support/database.js';
import { copyProject, outsideOfTests, type ProjectCopy } from '../_support/project-copy.js';

const root = join(import.meta.dirname, '..', '..');
let copy: ProjectCopy;
/** A feature of each kind. `new-feature.long.ts` has them pass everything that a change has to pass. */
const features = [
  ['gift-cards', 'crud'],
  ['store-notices', 'derived'],
  ['size-charts', 'flow'],
  ['price-lists', 'webhook'],
] as const;
const laidOut = new Map<string, string[]>();
/** What the databases of the tests in the copy are copied from, once the new migrations have run there. */
let template: TestDatabase;

beforeAll(async () => {
  [copy, template] = await Promise.all([copyProject(), createTestDatabase()]);
  // What has been compiled before need not be compiled again.
  for (const folder of ['dist', '.cache/workflow-packages'])
    if (existsSync(join(root, folder)))
      cpSync(join(root, folder), join(copy.root, folder), { recursive: true });
  // A plugin compiles without being registered; the tests of a registered one are run in test/plugins.
  const plugin = Object.entries(
    pluginFiles(join(root, 'scripts/new-feature/templates'), 'gift-wraps', '0.1.0', new Date()),
  );
  for (const [file, text] of plugin) {
    const path = join(copy.root, 'plugins/gift-wraps', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  laidOut.set(
    'gift-wraps',
    plugin.map(([file]) => `plugins/gift-wraps/${file}`),
  );
  for (const [slug, kind] of features)
    laidOut.set(slug, await layOutFeature(copy.root, slug, new Date(), kind));
});
afterAll(async () => {
  await template.drop();
  await copy.remove();
});

/** A process in the copy. @returns its exit code, and what it said */
function runInCopy(
  args: string[],
  options: { env?: Record<string, string> } = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...outsideOfTests(), ...options.env };
    const child = execFile(process.execPath, args, { cwd: copy.root, env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? 1, output: `${out}${err}` }),
    );
  });
}

/** Jest in the copy, on the database server and the engine of this run. */
function testInCopy(path: string): Promise<{ code: number; output: string }> {
  const jest = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
  ];
  return runInCopy([...jest, '--config', 'jest.config.mjs', '--maxWorkers', '1', path], {
    env: {
      NODE_ENV: 'test',
      TEST_DATABASE_ADMIN_URL: provided('TEST_DATABASE_ADMIN_URL'),
      TEST_TEMPORAL_ADDRESS: provided('TEST_TEMPORAL_ADDRESS'),
      TEST_TEMPLATE_DATABASE: new URL(template.url).pathname.slice(1),
    },
  });
}

describe('npm run new-feature', () => {
  test('lays out features whose tests pass as they are', async () => {
    const { code, output } = await testInCopy(`test/(${features.map(([slug]) => slug).join('|')})/`);
    expect(output).toMatch(/Test Suites: +14 passed, 14 total/);
    expect(code).toBe(0);
  });

  test('lays out features that compile', async () => {
    await runInCopy(['scripts/feature-lists.mjs']);
    const files = [...laidOut.values()].flat().filter((file) => file.endsWith('.ts'));
    // These alone, with what they import: half of the work that the whole project takes.
    const project = {
      extends: './tsconfig.json',
      compilerOptions: { incremental: false },
      include: [],
      files,
    };
    writeFileSync(join(copy.root, 'tsconfig.laid-out.json'), JSON.stringify(project));
    const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
    await expect(runInCopy([compiler, '--noEmit', '-p', 'tsconfig.laid-out.json'])).resolves.toEqual({
      code: 0,
      output: '',
    });
  });

  test('adds lines to the lists of features, and changes nothing else', async () => {
    await expect(runInCopy(['scripts/feature-lists.mjs'])).resolves.toMatchObject({ code: 0 });
    for (const file of Object.keys(await featureLists())) {
      const before = readFileSync(join(root, file), 'utf8').split('\n');
      const text = readFileSync(join(copy.root, file), 'utf8');
      const lines = text.split('\n').filter((line) => !before.includes(line));
      expect(
        lines.filter((line) => !/gift[- ]?card|store[- ]?notice|size[- ]?chart|price[- ]?list/i.test(line)),
      ).toEqual([]);
      expect(text.split('\n').filter((line) => !lines.includes(line))).toEqual(before);
      // As the formatter would write it.
      expect(await formatSource(root, file, text)).toBe(text);
    }
  });

  test.each([
    ['Gift', /kebab-case/],
    ['orders', /feature called orders already/],
    ['gift-cards', /feature called gift-cards already/],
  ])('refuses %s, and leaves everything as it was', async (slug, message) => {
    const before = readdirSync(copy.root, { recursive: true }).length;
    await expect(layOutFeature(copy.root, slug, new Date())).rejects.toThrow(message);
    expect(readdirSync(copy.root, { recursive: true })).toHaveLength(before);
  });
});

describe('npm run new-feature --plugin', () => {
  test.each([
    ['none before', 'plugins: [],', `plugins: ['./plugins/gift-cards'],`],
    ['one before', `plugins: ['./a'],`, `plugins: ['./a', './plugins/gift-cards'],`],
    [
      'one with options, on lines of its own',
      `plugins: [\n    { from: './a', options: (env) => ({ list: [env.A] }) },\n  ],`,
      `plugins: [{ from: './a', options: (env) => ({ list: [env.A] }) }, './plugins/gift-cards'],`,
    ],
  ])('names the plugin in the configuration: %s', (_, before, after) => {
    const file = join(copy.root, 'haat.config.of-test.ts');
    const config = (list: string) => `export const config = defineConfig({\n  ${list}\n});\n`;
    writeFileSync(file, config(before));
    expect(registerPlugin(file, './plugins/gift-cards')).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(config(after));
  });

  test('leaves a configuration that is written in another way to a person', () => {
    const file = join(copy.root, 'haat.config.of-test.ts');
    writeFileSync(file, 'export const config = defineConfig({ plugins: chosen() });\n');
    expect(registerPlugin(file, './plugins/gift-cards')).toBe(false);
  });
});

describe('npm run new-feature --page', () => {
  test('writes a page of the console and names it in the routes', async () => {
    const { files, registered } = await layOutPage(copy.root, 'gift-cards');
    expect([files, registered]).toEqual([['console/src/pages/gift-cards/gift-cards-page.tsx'], true]);
    const page = readFileSync(join(copy.root, files[0] ?? ''), 'utf8');
    expect(page).toContain('operation="getAdminGiftCards"');
    const routes = 'console/src/shell/routes.tsx';
    const before = readFileSync(join(root, routes), 'utf8').split('\n');
    const text = readFileSync(join(copy.root, routes), 'utf8');
    const added = text.split('\n').filter((line) => !before.includes(line));
    expect(added.every((line) => line.includes('gift-cards'))).toBe(true);
    expect(text).toContain(`import('../pages/gift-cards/gift-cards-page.js'), 'getAdminGiftCards')`);
    expect(await formatSource(root, routes, text)).toBe(text);
  });
});
