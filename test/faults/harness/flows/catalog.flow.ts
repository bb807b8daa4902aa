import type { VendorProduct } from '#domain/products/vendor-product.js';
import { createSession } from '../../../_support/accounts.js';
import { createProduct } from '../../../_support/products.js';
import { createVendor } from '../../../_support/vendors.js';
import { finding } from '../finding.js';
import type { Fixtures, Flow } from '../flow.js';

const PRODUCTS = 4;

/** A product that one client at a time saves, and the mark of its last acknowledged save. */
interface Saved {
  id: string;
  token: string;
  variantIds: string[];
  tabId: string;
  mark: number;
}

/** Vendors save whole products: basics, pictures, variants, tabs and an attribute carry the mark of the save. */
export function createFlow(): Flow {
  let attributeId = '';
  const all: Saved[] = [];
  let free: Saved[] = [];

  const bodyOf = ({ variantIds, tabId }: Saved, mark: number) => ({
    basics: { title: `Mark ${mark}`, attributeAssignments: [{ attributeId, value: String(mark) }] },
    media: { images: [`media/${mark}.png`] },
    variants: variantIds.map((id) => ({ id, price: mark })),
    tabs: [{ id: tabId, title: `Mark ${mark}` }],
  });

  return {
    name: 'catalog',
    clients: 2,
    pauseMs: 300,
    points: ['sync product'],

    async prepare(fixtures) {
      const { container, api } = fixtures;
      const admin = api.as((await createSession(container, { roles: ['superAdmin'] })).token);
      const body = { title: 'Mark', code: 'fault-mark', type: 'number' };
      attributeId = (await admin.call<{ id: string }>('POST', '/admin/product-attributes', { body })).body
        .data.id;
      const { vendorId, token } = await createVendor(container);
      const http = api.as(token);
      for (let made = 0; made < PRODUCTS; made += 1) {
        const { productId: id, variants } = await createProduct(container, vendorId, {
          variants: ['S', 'M', 'L'].map((Size) => ({ options: { Size } })),
        });
        const tab = { title: 'Mark 0' };
        const { data } = (
          await http.call<{ id: string }>('POST', `/vendor/products/${id}/tabs`, { body: tab })
        ).body;
        all.push({ id, token, tabId: data.id, mark: 0, variantIds: variants.map((variant) => variant.id) });
      }
      free = [...all];
    },

    async round({ api, points }, random) {
      const product = random.pick(free);
      free = free.filter((item) => item !== product);
      const mark = product.mark + 1;
      points.reach('sync product');
      await api
        .as(product.token)
        .call('PUT', `/vendor/products/${product.id}/sync`, { body: bodyOf(product, mark) });
      product.mark = mark;
      free.push(product);
    },

    async check(fixtures) {
      const saved = all.filter(({ mark }) => mark > 0);
      const states = await Promise.all(saved.map((product) => problemsOf(fixtures, product)));
      return [
        finding(
          'an acknowledged save is there as a whole',
          saved.length,
          states.flatMap(({ half }) => half),
        ),
        finding(
          'each acknowledged save has one event',
          saved.length,
          states.flatMap(({ events }) => events),
        ),
      ];
    },
  };
}

async function problemsOf({ api, container }: Fixtures, { id, token, mark }: Saved) {
  const { data } = (await api.as(token).call<VendorProduct>('GET', `/vendor/products/${id}/detail`)).body;
  const { title, images, variants, tabs, attributeAssignments } = data;
  const texts = [
    title,
    images[0],
    attributeAssignments[0]?.value,
    ...tabs.map((tab) => tab.title),
    ...variants.map(({ price }) => String(price)),
  ];
  const marks = [...new Set(texts.map((text) => /\d+/.exec(text ?? '')?.[0] ?? 'nothing'))];
  const half =
    marks.join() === String(mark) ? [] : [`product ${id} has the marks ${marks.join()}, not ${mark}`];
  const [{ count }] = (await container
    .knex('outbox_events')
    .where({ type: 'catalog.product.updated', entityId: id })
    .count()) as [{ count: number }];
  const events =
    Number(count) === mark ? [] : [`product ${id} was saved ${mark} times and has ${count} events`];
  return { half, events };
}
