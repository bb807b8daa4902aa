import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCollectHandler } from '#activities/feeds/collect-intents.js';
import { createMerchantFeed } from '#plugins/merchant-feed/operations/merchant-feed.js';
import { registerPlugin } from '../../scripts/new-feature/register-plugin.js';
import { layOutPlugin } from '../../scripts/new-feature/lay-out.js';
import { type ApiProcess, startApiProcess } from '../_support/api-process.js';
import { createTestDatabase, provided, type TestDatabase } from '../_support/database.js';
import { copyProject, outsideOfTests, type ProjectCopy } from '../_support/project-copy.js';
import { data } from '../_support/shop.js';
import { roundsOf } from '../feeds/fake-feed.js';
import { MERCHANT_ID, type MerchantShop, startMerchantShop } from '../merchant-feed/merchant-shop.js';

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
});
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

/** The plugins that are shipped, without the merchant feed. */
function registerWithoutTheFeed(): void {
  register();
  const file = join(copy.root, 'haat.config.ts');
  const text = readFileSync(file, 'utf8');
  const left = text.replace(/ {4}\{\n {6}from: '\.\/plugins\/merchant-feed',[^]*?\n {4}\},\n/, '');
  expect(left).not.toBe(text);
  writeFileSync(file, left);
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
    const jest = [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
    ];
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
    const sizes = JSON.parse(readFileSync(join(copy.root, 'dist/console/sizes.json'), 'utf8')) as {
      pages: Record<string, number>;
    };
    const own = Object.entries(sizes.pages).filter(([file]) => /loyalty-points|gift-wraps/.test(file));
    expect(own).toHaveLength(3);
    expect(own.filter(([, bytes]) => bytes > 45_000)).toEqual([]);
  });

  it('that is taken out again leaves no trace in what is built, and neither does one that is shipped', async () => {
    registerWithoutTheFeed();
    await expect(run(['scripts/build.mjs'])).resolves.toMatchObject({ code: 0 });
    for (const name of ['loyalty-points', 'merchant-feed'])
      expect(existsSync(join(copy.root, `dist/.plugins/${name}/api/${name}.routes.js`))).toBe(false);
    expect(existsSync(join(copy.root, 'dist/.plugins/social-catalog/api/social-catalog.routes.js'))).toBe(
      true,
    );
    expect(readFileSync(join(copy.root, 'dist/workflow-bundle.js'), 'utf8')).not.toContain(
      'releaseEarnedPoints',
    );
    const slugs = (folder: string) => readFileSync(join(folder, 'src/domain/slugs.ts'), 'utf8').split('\n');
    expect(slugs(copy.root)).toEqual(slugs(root).filter((line) => !line.includes('merchant-feed')));
  });

  it('feed-unregistered: the platform starts without the feed, and registered again it brings its items up to date', async () => {
    const path = '/admin/merchant-feed';
    let api: ApiProcess | undefined;
    const shop: MerchantShop = await startMerchantShop({ workers: [] });
    try {
      const { container, asAdmin, admin } = shop;
      const { untilIdle, reconcile } = roundsOf(container, createMerchantFeed(container));
      const remotePrice = (id: string) =>
        (
          shop.merchant.products(MERCHANT_ID).get(id)?.input as
            | { productAttributes: { price: { amountMicros: string } } }
            | undefined
        )?.productAttributes.price.amountMicros;
      await shop.connect();
      data(await asAdmin.post<unknown>(`${path}/register-developer`));
      data(await asAdmin.post<unknown>(`${path}/bootstrap`));
      const variantId = (await shop.product()).variants[0]?.id ?? '';
      await asAdmin.post(`${path}/items/${variantId}/resync`);
      await untilIdle();
      expect(remotePrice(variantId)).toBe('499000000');

      // Taken out: its operations are unknown, those of the other feed are there, and no intent is kept for it.
      api = await startApiProcess(container.config, copy.root);
      const headers = { authorization: `Bearer ${admin.token}` };
      const statusOf = async (of: string) => (await fetch(`${api?.url ?? ''}${of}`, { headers })).status;
      expect(await statusOf(`${path}/status`)).toBe(404);
      expect(await statusOf(`${path}/items`)).toBe(404);
      expect(await statusOf('/admin/social-catalog/status')).toBe(200);
      await container.knex('products_variants').where({ id: variantId }).update({ price: 59_900 });
      const event = { type: 'product.variant.updated', entityId: variantId, payload: { variantId } };
      await createCollectHandler(container, ['social'])([{ id: 1, event }] as never, {} as never);
      await untilIdle();
      expect(remotePrice(variantId)).toBe('499000000');

      // Registered again: the nightly pass finds what has changed meanwhile.
      expect((await asAdmin.get<{ connected: boolean }>(`${path}/status`)).body.data.connected).toBe(true);
      await reconcile();
      await untilIdle();
      expect(remotePrice(variantId)).toBe('599000000');
    } finally {
      await api?.kill();
      await shop.stop();
    }
  });
});

describe('the build stops in words at a plugin', () => {
  const routes = `import { route, routes } from 'haat/plugin';
export const giftCardsRoutes = routes('gift-cards', [
  route({ method: 'get', path: '/store/products/slug/:handle', summary: 'x', auth: 'public', handler: async () => undefined }),
]);\n`;
  const cases: [what: string, plugins: () => string[], message: RegExp][] = [
    [
      'for another version',
      () => [write('gift-cards', { engines: { haat: '^0.2.0' }, haat: { prefix: 'gift' } })],
      /gift-cards 2\.0\.0 is for haat \^0\.2\.0, and this is haat/,
    ],
    [
      'without a version',
      () => [write('gift-cards', { engines: {}, haat: { prefix: 'gift' } })],
      /`engines\.haat` must say/,
    ],
    [
      'whose prefix a feature has',
      () => [write('gift-cards', { haat: { prefix: 'product' } })],
      /prefix product of the plugin gift-cards is taken by the feature product-/,
    ],
    [
      'whose prefix another plugin has',
      () => [
        write('gift-cards', { haat: { prefix: 'gift' } }),
        write('gift-wraps', { haat: { prefix: 'gift_wraps' } }),
      ],
      /taken by the plugin gift-cards/,
    ],
    [
      'whose prefix the platform has',
      () => [write('gift-cards', { haat: { prefix: 'outbox' } })],
      /taken by the platform/,
    ],
    [
      'whose route takes requests of another',
      () => [write('gift-cards', { haat: { prefix: 'gift' } }, routes)],
      /GET \/store\/products\/slug\/:handle of the plugin gift-cards takes requests of GET \/store\/products\/slug\/:slug of products/,
    ],
    [
      'that is called like a feature',
      () => [write('orders', { haat: { prefix: 'gift' } })],
      /has the name of a feature/,
    ],
    [
      'that is named twice',
      () => [write('gift-cards', { haat: { prefix: 'gift' } }), './plugins/gift-cards'],
      /taken by the plugin gift-cards|more than once/,
    ],
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
