import { randomUUID } from 'node:crypto';
import { createProduct } from '../../../_support/products.js';
import { createVendor } from '../../../_support/vendors.js';
import { stockAddsUp } from '../checks/stock.js';
import { finding } from '../finding.js';
import type { Flow } from '../flow.js';

const OPENING = 50;

/** A vendor counts: pieces come and go, one variant or many at once, each request under its own key. */
export function createFlow(): Flow {
  let token = '';
  let variants: string[] = [];
  /** What the platform acknowledged, by variant. */
  const acknowledged = new Map<string, number>();

  return {
    name: 'stock',
    clients: 1,
    pauseMs: 400,
    points: ['adjust stock'],

    async prepare({ container }) {
      const vendor = await createVendor(container);
      token = vendor.token;
      const product = await createProduct(container, vendor.vendorId, {
        variants: ['S', 'M', 'L'].map((Size) => ({ options: { Size }, stock: OPENING })),
      });
      variants = product.variants.map(({ id }) => id);
    },

    async round(fixtures, random) {
      const http = fixtures.api.as(token);
      const headers = { 'idempotency-key': randomUUID() };
      const adjustment = () => ({ delta: random.int(1, 9), reason: 'counted again' });
      const note = (id: string, delta: number) => acknowledged.set(id, (acknowledged.get(id) ?? 0) + delta);
      fixtures.points.reach('adjust stock');
      if (random.chance(0.5)) {
        const variantId = random.pick(variants);
        const body = adjustment();
        await http.call('POST', `/vendor/inventory/${variantId}/adjust`, { body, headers });
        note(variantId, body.delta);
      } else {
        const adjustments = variants.map((variantId) => ({ variantId, ...adjustment() }));
        await http.call('POST', '/vendor/inventory/bulk-adjust', { body: { adjustments }, headers });
        for (const { variantId, delta } of adjustments) note(variantId, delta);
      }
    },

    async check(fixtures) {
      const levels = (await fixtures.container.knex('inventory_levels').whereIn('variantId', variants)) as {
        variantId: string;
        onHand: number;
      }[];
      const byVariant = new Map(levels.map(({ variantId, onHand }) => [variantId, onHand]));
      const problems = variants.flatMap((variantId) => {
        const due = OPENING + (acknowledged.get(variantId) ?? 0);
        const onHand = byVariant.get(variantId);
        return onHand === due ? [] : [`of variant ${variantId} ${onHand ?? 'none'} are on hand, not ${due}`];
      });
      return [finding('each acknowledged adjustment counts once', acknowledged.size, problems)];
    },

    invariants: stockAddsUp,
  };
}
