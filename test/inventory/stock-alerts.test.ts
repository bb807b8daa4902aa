import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBackInStockSweep } from '#activities/inventory/back-in-stock-sweep.js';
import { waitingMilestone } from '#domain/inventory/back-in-stock.js';
import { readStopToken } from '#operations/inventory/stop-link.js';
import { newId } from '#lib/ids.js';
import type { HttpClient } from '../_support/http-client.js';
import { mailsTo } from '../_support/mails.js';
import { createBuyer, createSellableVariant } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { alertsNow } from './alerts-now.js';

let platform: TestPlatform;
let http: HttpClient;
let vendorId: string;
let member: string;

beforeAll(async () => {
  platform = await startPlatform();
  const vendor = await createVendor(platform.container);
  vendorId = vendor.vendorId;
  http = platform.http.as(vendor.token);
  const user = (await platform.container
    .knex('accounts_users')
    .where({ id: vendor.userId })
    .first('email')) as { email: string };
  member = user.email;
});
afterAll(() => platform.stop());

async function variantWith(onHand: number, lowStockThreshold: number | null = null): Promise<string> {
  const { container } = platform;
  const { variantId } = await createSellableVariant(container, vendorId, { onHand, price: 10_000 });
  await container.knex('inventory_levels').where({ variantId }).update({ lowStockThreshold });
  return variantId;
}

const adjust = async (id: string, delta: number) =>
  data(await http.post<object>(`/vendor/inventory/${id}/adjust`, { delta, reason: 'count' }));
const ask = async (variantId: string, email = `buyer-${newId()}@example.com`) => {
  const row = { variantId, address: email, expiresAt: new Date(Date.now() + 86_400_000) };
  await platform.container.knex('inventory_back_in_stock_requests').insert(row);
  return email;
};
const asked = (variantId: string) =>
  platform.container
    .knex('inventory_back_in_stock_requests')
    .where({ variantId })
    .orderBy('id')
    .pluck('state');

/** The mails to the vendor about a variant, in the words of their dedupe keys. */
async function reported(template: string, variantId: string): Promise<Record<string, unknown>[]> {
  const mails = await mailsTo(platform.container, member);
  return mails
    .filter(({ dedupeKey }) => dedupeKey.startsWith(`${template}:${variantId}:`))
    .map(({ variables }) => variables ?? {});
}

describe('low stock', () => {
  const lowMails = (id: string) => reported('inventory.low_stock', id);

  it('is reported once, and again after it was above its threshold', async () => {
    const id = await variantWith(10, 5);
    const alertsAfter = async (delta: number) => {
      await adjust(id, delta);
      await alertsNow(platform.container);
      return (await lowMails(id)).length;
    };
    expect(await alertsAfter(-5)).toBe(0);
    expect(await alertsAfter(-1)).toBe(1);
    expect(await alertsAfter(-1)).toBe(1);
    expect(await alertsAfter(2)).toBe(1);
    expect(await alertsAfter(-2)).toBe(2);
    expect((await lowMails(id))[0]).toMatchObject({ available: 4, threshold: 5 });
  });

  it('is reported when a threshold is set above what is available', async () => {
    const id = await variantWith(3);
    data(await http.patch<object>(`/vendor/inventory/${id}`, { lowStockThreshold: 4 }));
    await alertsNow(platform.container);
    expect(await lowMails(id)).toHaveLength(1);
  });

  it('counts what orders reserve', async () => {
    const id = await variantWith(5, 5);
    const { container } = platform;
    const reserve = [{ variantId: id, quantity: 1 }];
    const { systemContext } = await import('#domain/_shared/context.js');
    const ctx = systemContext({ name: 'test' }, new Date());
    await container.unitOfWork.run(ctx, (tx) =>
      container.operations.orderTransitions.holdStock(tx, ctx, reserve, newId()),
    );
    await alertsNow(container);
    expect(await lowMails(id)).toHaveLength(1);
  });
});

describe('back in stock', () => {
  it('one mail ends each open request, with its price and a stop link', async () => {
    const { container } = platform;
    const id = await variantWith(0);
    const buyer = await createBuyer(container);
    const emails = [await ask(id, buyer.email), await ask(id)];
    await adjust(id, 1);
    await alertsNow(container);
    await adjust(id, 1);
    await alertsNow(container);
    for (const email of emails) {
      const [mail, ...others] = await mailsTo(container, email);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ template: 'back_in_stock.available', state: 'queued' });
      expect(mail?.variables).toMatchObject({ price: 10_000, currency: 'INR' });
      const url = String(mail?.variables?.['stopUrl']);
      expect(readStopToken(url.slice(url.lastIndexOf('/') + 1), container.keyring)).toBe(email);
    }
    expect(await asked(id)).toEqual(['notified', 'notified']);
  });

  it('waits until the variant can be bought', async () => {
    const { container } = platform;
    const id = await variantWith(0);
    const variant = (await container.knex('products_variants').where({ id }).first('productId')) as {
      productId: string;
    };
    const product = container.knex('products').where({ id: variant.productId });
    await product.clone().update({ status: 'draft' });
    await ask(id);
    await adjust(id, 1);
    await alertsNow(container);
    expect(await asked(id)).toEqual(['open']);
    // A change without an event of the drain is found by the sweep.
    await product.clone().update({ status: 'active' });
    await createBackInStockSweep(container)();
    await alertsNow(container);
    expect(await asked(id)).toEqual(['notified']);
  });

  it('sends nothing to addresses that bounced, and nothing for expired requests', async () => {
    const { container } = platform;
    const id = await variantWith(0);
    const [bounced, late] = [await ask(id), await ask(id)];
    await container
      .knex('mail_suppressions')
      .insert({ address: bounced, reason: 'hard_bounce', source: 'mailapi' });
    await container
      .knex('inventory_back_in_stock_requests')
      .where({ address: late })
      .update({ expiresAt: new Date() });
    await ask(id);
    await adjust(id, 1);
    await alertsNow(container);
    expect(await asked(id)).toEqual(['skipped', 'expired', 'notified']);
    for (const email of [bounced, late]) expect(await mailsTo(container, email)).toEqual([]);
  });

  it('vendors are notified of 1, 10, 100 … waiting buyers, anew after a restock', async () => {
    expect([0, 1, 9, 10, 99, 100, 12_345].map(waitingMilestone)).toEqual([0, 1, 1, 10, 10, 100, 10_000]);
    const { container } = platform;
    const id = await variantWith(0);
    const waiting = async () =>
      (await reported('back_in_stock.vendor_alert', id)).map((alert) => alert['waitingCount']);
    const oneMore = async () => {
      const email = `buyer-${newId()}@example.com`;
      await ask(id, email);
      data(
        await http.patch<object>(`/vendor/inventory/${id}`, { lowStockThreshold: (await asked(id)).length }),
      );
      await alertsNow(container);
    };
    for (let count = 1; count <= 11; count += 1) await oneMore();
    expect(await waiting()).toEqual([1, 10]);
    await adjust(id, 1);
    await alertsNow(container);
    await adjust(id, -1);
    await oneMore();
    expect(await waiting()).toEqual([1, 10, 1]);
  });

  it('requests are expired by the sweep, and deleted a month after their end', async () => {
    const { container } = platform;
    const id = await variantWith(0);
    const [expired, ended] = [await ask(id), await ask(id)];
    const rows = container.knex('inventory_back_in_stock_requests');
    await rows
      .clone()
      .where({ address: expired })
      .update({ expiresAt: new Date(Date.now() - 1) });
    const past = new Date(Date.now() - 31 * 86_400_000);
    await rows.clone().where({ address: ended }).update({ state: 'notified', endedAt: past });
    const swept = await createBackInStockSweep(container)();
    expect(swept).toMatchObject({ expired: 1, deleted: 1 });
    expect(await asked(id)).toEqual(['expired']);
  });
});
