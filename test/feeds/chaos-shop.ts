import { createPushPass } from '#activities/feeds/push-intents.js';
import { createIntentsRepository } from '#db/feeds/intents.repository.js';
import { readFeedVariants } from '#db/feeds/feed-variants.query.js';
import { systemContext } from '#domain/_shared/context.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Feed, FeedChange, SendResult } from '#operations/feeds/feed.js';
import { createMerchantFeed } from '#plugins/merchant-feed/operations/merchant-feed.js';
import { createRandom, type Random } from '../faults/harness/random.js';
import { createTestClock } from '../_support/test-clock.js';
import { data } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { MERCHANT_ID, type MerchantShop, startMerchantShop } from '../merchant-feed/merchant-shop.js';

/** Longer than the lease of a round, so that the intents of a dead worker are taken by the next one. */
const LEASE_OVER_MS = 61_000;
const DAY_MS = 86_400_000;
const control = { heartbeat: () => undefined, signal: new AbortController().signal, limit: 500 };

/** A connected merchant feed whose rounds a test runs by itself, one at a time, so that it can have a worker die in any. */
export interface ChaosShop {
  shop: MerchantShop;
  feed: Feed;
  variantIds: string[];
  vendorIds: string[];
  /** The changes that rounds have sent, in their order. */
  sent: FeedChange[];
  /** Moves the clock of the platform and of the remote side. */
  forward(ms: number): void;
  /** Changes rows and appends the intents of that change, as the drain of the events does. */
  change(variantIds: readonly string[], work: (tx: Tx) => Promise<unknown>): Promise<void>;
  round(): Promise<number>;
  /** A round whose worker dies once so many of its calls have been made; `late` lets it come back to life. */
  dyingRound(calls: number): Promise<{ late: () => Promise<void> }>;
  /** Rounds until no intent is open, over backoffs and pauses. */
  untilIdle(): Promise<void>;
}

export async function startChaosShop(variants: number): Promise<ChaosShop> {
  const clock = createTestClock();
  let ahead = 0;
  const shop = await startMerchantShop({ clock, workers: [] });
  const { container, merchant } = shop;
  const { knex, unitOfWork } = container;
  const intents = createIntentsRepository();
  merchant.control({ needsRegistration: false, minuteLimit: 600_000, dayLimit: 10_000_000 });
  await shop.connect();
  await knex('feeds_connections')
    .where({ feed: 'merchant' })
    .update({ startedAt: new Date(), startedTarget: `${MERCHANT_ID}-1001` });
  const vendorIds = [shop.vendor.vendorId, (await createVendor(container)).vendorId];
  const variantIds = await createVariants(shop, vendorIds, variants);
  const feed = createMerchantFeed(container);
  const sent: FeedChange[] = [];
  const recording = (send: Feed['send']): Feed => ({ ...feed, send });
  const push = createPushPass(
    container,
    recording((changes, sendControl) => {
      sent.push(...changes);
      return feed.send(changes, sendControl);
    }),
  );
  const run = <T>(work: (tx: Tx) => Promise<T>) =>
    unitOfWork.run(systemContext({ name: 'test' }, clock.now()), work);
  const forward = (ms: number) => clock.shift((ahead += ms));
  const round = async () => (await push(control)).taken;

  async function change(ids: readonly string[], work: (tx: Tx) => Promise<unknown>): Promise<void> {
    await run(work);
    await run((tx) =>
      intents.appendSelected(tx, ['merchant'], 'event', 'select unnest(?::uuid[]) as variant_id', [[...ids]]),
    );
  }

  async function dyingRound(calls: number): Promise<{ late: () => Promise<void> }> {
    let wake: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    let reached: () => void = () => undefined;
    const dead = new Promise<void>((resolve) => (reached = resolve));
    const dying = createPushPass(
      container,
      recording(async (changes, sendControl): Promise<SendResult> => {
        const begun = changes.slice(0, calls);
        sent.push(...begun);
        const result = await feed.send(begun, sendControl);
        reached();
        await asleep;
        return result;
      }),
    );
    const end = dying(control).then(reached, reached);
    await dead;
    forward(LEASE_OVER_MS);
    return {
      async late() {
        wake();
        await end;
      },
    };
  }

  return {
    shop,
    feed,
    variantIds,
    vendorIds,
    sent,
    forward,
    change,
    round,
    dyingRound,
    async untilIdle() {
      const open = async () =>
        (await knex('feeds_intents').where({ feed: 'merchant' }).whereIn('state', ['open', 'taken'])).length;
      for (let rounds = 0; rounds < 200; rounds += 1) {
        if ((await round()) > 0) continue;
        if ((await open()) === 0) return;
        // Backoffs, pauses, and updates that wait for the next day.
        forward(rounds % 3 === 2 ? DAY_MS : LEASE_OVER_MS);
      }
      throw new Error('The feed does not come to rest');
    },
  };
}

async function createVariants(shop: MerchantShop, vendorIds: string[], count: number): Promise<string[]> {
  const { knex } = shop.container;
  const { productId, variants } = await shop.product({ title: 'Brass lamp' });
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(
    `with made as (
       insert into products (vendor_id, title, slug, status, visibility, published_at, thumbnail)
       select (?::uuid[])[1 + n % 2], 'Item ' || n, 'chaos-item-' || n, status, visibility, published_at, thumbnail
       from products, generate_series(1, ?) n where id = ? returning id, vendor_id
     ), variants as (
       insert into products_variants (product_id, vendor_id, sku, price, sort_order)
       select id, vendor_id, 'CHAOS-' || row_number() over (order by id), 49900, 0 from made returning id, vendor_id
     ) insert into inventory_levels (variant_id, vendor_id, on_hand) select id, vendor_id, 5 from variants
       returning variant_id as id`,
    [vendorIds, count - 1, productId],
  );
  return [variants[0]?.id ?? '', ...rows.map(({ id }) => id)];
}

const titles = ['Brass lamp', 'Brass lamp, polished', 'Lamp'];
const prices = [49_900, 39_900];

/** One thing that people do to some of the variants. */
async function disturb(
  { shop, change, variantIds, vendorIds, ...chaos }: ChaosShop,
  random: Random,
): Promise<void> {
  const some = () => Array.from({ length: random.int(1, 12) }, () => random.pick(variantIds));
  const products = (ids: string[]) => (tx: Tx) =>
    tx('products').whereIn('id', tx('products_variants').whereIn('id', ids).select('productId'));
  const ids = some();
  const { merchant, asAdmin } = shop;
  switch (
    random.weighted({
      title: 6,
      price: 5,
      stock: 4,
      status: 4,
      removal: 2,
      vendor: 1,
      token: 2,
      lost: 3,
      failed: 2,
      throttled: 1,
      refused: 2,
      operator: 1,
    })
  ) {
    case 'title':
      return change(ids, (tx) => products(ids)(tx).update({ title: random.pick(titles) }));
    case 'price':
      return change(ids, (tx) =>
        tx('productsVariants')
          .whereIn('id', ids)
          .update({ price: random.pick(prices) }),
      );
    case 'stock':
      return change(ids, (tx) =>
        tx('inventoryLevels')
          .whereIn('variantId', ids)
          .update({ onHand: random.int(0, 1) }),
      );
    case 'status':
      return change(ids, (tx) => products(ids)(tx).update({ status: random.pick(['active', 'archived']) }));
    case 'removal':
      return change(ids, (tx) =>
        tx('productsVariants')
          .whereIn('id', ids)
          .update({ deletedAt: random.chance(0.5) ? new Date() : null }),
      );
    case 'vendor': {
      const vendorId = random.pick(vendorIds);
      return change(variantIds, (tx) =>
        tx('vendors')
          .where({ id: vendorId })
          .update({ status: random.pick(['active', 'suspended']) }),
      );
    }
    case 'token':
      return merchant.endAccess();
    case 'lost':
      return merchant.control({ loseNext: random.int(1, 4) });
    case 'failed':
      return merchant.control({ failNext: random.int(1, 3) });
    case 'throttled':
      merchant.control({ minuteLimit: random.int(1, 20) });
      await chaos.round();
      merchant.control({ minuteLimit: 600_000 });
      return chaos.forward(LEASE_OVER_MS);
    case 'refused':
      return merchant.control({ refuse: { [random.pick(variantIds)]: 'The title is not allowed' } });
    case 'operator':
      await asAdmin.post(`/admin/merchant-feed/items/${random.pick(variantIds)}/delete-from-google`);
  }
}

/** Edits, deletions, suspensions, lost tokens, refusals, lost calls and dying workers, in an order that the seed says. */
export async function wreakHavoc(chaos: ChaosShop, seed: number, steps: number): Promise<void> {
  const random = createRandom(seed, 'feed-chaos');
  const dead: { late: () => Promise<void> }[] = [];
  for (let step = 0; step < steps; step += 1) {
    await disturb(chaos, random);
    if (random.chance(0.15)) dead.push(await chaos.dyingRound(random.int(0, 12)));
    else if (random.chance(0.6)) await chaos.round();
    if (random.chance(0.1)) await dead.shift()?.late();
  }
  for (const worker of dead) await worker.late();
  chaos.shop.merchant.resetControls();
  chaos.shop.merchant.control({ needsRegistration: false, minuteLimit: 600_000, dayLimit: 10_000_000 });
  await chaos.untilIdle();
  // What was refused stays failed until its product changes or an operator sends it again.
  data(await chaos.shop.asAdmin.post<unknown>('/admin/merchant-feed/items/bulk/resync-failed'));
  await chaos.untilIdle();
}

/** Differences between the remote side and what every variant maps to; items that an operator removed are absent. */
export async function differences({ shop, feed, variantIds }: ChaosShop): Promise<string[]> {
  const { knex, clock } = shop.container;
  const variants = await readFeedVariants(knex, variantIds);
  const rows = (await knex('feeds_items').where({ feed: 'merchant' })) as {
    variantId: string;
    withdrawn: boolean;
  }[];
  const items = new Map(rows.map((item) => [item.variantId, item]));
  const remote = shop.merchant.products(MERCHANT_ID);
  return variantIds.flatMap((id) => {
    const variant = variants.get(id);
    const mapped = variant && feed.map(variant, clock.now());
    const wanted = mapped && 'payload' in mapped && !items.get(id)?.withdrawn ? mapped.payload : null;
    const { versionNumber: _, ...input } = remote.get(id)?.input ?? {};
    const found = remote.has(id) ? input : null;
    return JSON.stringify(sorted(found)) === JSON.stringify(sorted(wanted))
      ? []
      : [
          `${id}: remote ${JSON.stringify(found)}, mapped ${JSON.stringify(wanted)}, item ${JSON.stringify(items.get(id))}`,
        ];
  });
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([key, entry]) => [key, sorted(entry)]),
  );
}

/** Variants for which an older intent was sent after a newer one. */
export function sentOutOfOrder(sent: readonly FeedChange[]): string[] {
  const newest = new Map<string, number>();
  return sent.flatMap(({ variantId, intentId }) => {
    const before = newest.get(variantId) ?? 0;
    newest.set(variantId, Math.max(before, intentId));
    return intentId < before ? [`${variantId}: ${intentId} after ${before}`] : [];
  });
}
