import { createIndexKeeper } from '#activities/search/keep-index.js';
import { createSession } from '../../../_support/accounts.js';
import { createProduct } from '../../../_support/products.js';
import { createBrand } from '../../../_support/taxonomy.js';
import { createVendor } from '../../../_support/vendors.js';
import { documentsEqualProducts } from '../checks/search.js';
import { type Finding, finding } from '../finding.js';
import type { Flow, Fixtures } from '../flow.js';
import type { Random } from '../random.js';

const PRODUCTS = 8;
/** Others, so that a run takes long enough to be hurt in its middle. */
const SHELF = 80;
const BRANDS = 2;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

interface Shown {
  id: string;
  variantId: string;
  /** What the platform acknowledged last. */
  word: string;
  visible: boolean;
}

/** A vendor changes products while an administrator renames brands and rebuilds the index, and buyers search. */
export function createFlow(): Flow {
  let token = '';
  let adminToken = '';
  const products: Shown[] = [];
  const brands: string[] = [];

  /** A word that nothing else has, too far from others to be taken for their typo. */
  const newWord = (random: Random) =>
    Array.from({ length: 14 }, () => LETTERS[random.int(0, LETTERS.length - 1)]).join('');

  async function change(fixtures: Fixtures, random: Random): Promise<void> {
    const http = fixtures.api.as(token);
    const product = random.pick(products);
    const basics = `/vendor/products/${product.id}/basics`;
    fixtures.points.reach('change product');
    if (random.chance(0.4)) {
      const word = newWord(random);
      await http.call('PATCH', basics, { body: { title: `Lamp ${word}` } });
      product.word = word;
    } else if (random.chance(0.4)) {
      const visible = !product.visible;
      await http.call('PATCH', basics, { body: { visibility: visible ? 'public' : 'private' } });
      product.visible = visible;
    } else {
      const path = `/vendor/products/${product.id}/variants/${product.variantId}`;
      await http.call('PATCH', path, { body: { price: random.int(100, 90_000) } });
    }
  }

  return {
    name: 'search',
    clients: 1,
    pauseMs: 300,
    points: ['change product', 'rename brand', 'reindex', 'search'],
    rest: {
      'products to be indexed': 'search_products where requested_rev > done_rev',
      'reindex runs': `search_runs where state in ('pending', 'running')`,
    },

    async prepare({ container }) {
      adminToken = (await createSession(container, { roles: ['superAdmin'] })).token;
      const vendor = await createVendor(container);
      token = vendor.token;
      for (let n = 0; n < BRANDS; n += 1)
        brands.push((await createBrand(container, { title: `Brand ${n}` })).id);
      for (let n = 0; n < PRODUCTS; n += 1) {
        const word = `beginning${LETTERS[n]?.repeat(5)}`;
        const { productId, variants } = await createProduct(container, vendor.vendorId, {
          title: `Lamp ${word}`,
          brandId: brands[n % BRANDS],
        });
        products.push({ id: productId, variantId: variants[0]?.id ?? '', word, visible: true });
      }
      for (let n = 0; n < SHELF; n += 1)
        await createProduct(container, vendor.vendorId, { title: `Shelf ${n}`, brandId: brands[n % BRANDS] });
      // Written without events.
      await createIndexKeeper(container).reconcile();
    },

    async round(fixtures, random) {
      const admin = fixtures.api.as(adminToken);
      if (random.chance(0.6)) return change(fixtures, random);
      if (random.chance(0.4)) {
        fixtures.points.reach('search');
        const path = `/store/product-search?q=lamp&facets=categories,price`;
        await fixtures.api.call('GET', path);
        return;
      }
      if (random.chance(0.5)) {
        fixtures.points.reach('rename brand');
        const title = `Brand ${newWord(random)}`;
        await admin.call('PUT', `/admin/brands/${random.pick(brands)}`, { body: { title } });
        return;
      }
      fixtures.points.reach('reindex');
      await admin.call('POST', '/admin/search/reindex', { body: { batchSize: 1 } });
    },

    check: async (fixtures) => [await found(fixtures, products)],
    invariants: documentsEqualProducts,
  };
}

async function found({ api }: Fixtures, products: readonly Shown[]): Promise<Finding> {
  const problems: string[] = [];
  for (const { id, word, visible } of products) {
    const path = `/store/product-search?q=${word}`;
    const { data } = (await api.call<{ products: { id: string }[] }>('GET', path)).body;
    const ids = data.products.map((row) => row.id);
    const expected = visible ? [id] : [];
    if (ids.join() !== expected.join())
      problems.push(
        `a search for ${word} finds ${ids.join() || 'nothing'}, not ${expected.join() || 'nothing'}`,
      );
  }
  return finding('searches find what was acknowledged', products.length, problems);
}
