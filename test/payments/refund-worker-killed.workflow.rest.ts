import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import {
  data,
  placeOrder,
  readyCart,
  sandboxOrderOf,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';
import { issueInvoiceOf, notesOf } from '../invoices/issued-invoice.js';
import { expectBooksRight, postedOf } from '../ledger/ledger-books.js';
import { orderRow, refundRow } from './cancelled-order.js';
import { refund } from './order-refunds.js';

let shop: TestShop;
let variantId: string;

beforeAll(async () => {
  shop = await startShop({ workers: ['core', 'relay'] });
  ({ variantId } = await vendorWithVariant(shop, { onHand: 100 }));
});
afterAll(() => shop.stop());
afterEach(() => shop.sandbox.resetControls());

/** The first two commits of a refund's end are lost, as of a worker that dies between the provider's response and its own. */
async function loseCommits({ container: { knex } }: TestShop): Promise<void> {
  await knex.raw(`
    create sequence lost_commits;
    create function lose_commit() returns trigger language plpgsql as $$ begin
      -- A sequence counts on through the rollback.
      if nextval('lost_commits') <= 2 then raise exception 'the worker is gone'; end if;
      return null;
    end $$;
    create trigger lose_commit after insert on ledger_transactions for each row
      when (new.kind = 'refund') execute function lose_commit()`);
}

it('a refund whose commit is lost goes back once, with one ledger transaction and one credit note', async () => {
  const admin = shop.http.as((await createSession(shop.container, { roles: ['admin'] })).token);
  const cart = await readyCart(shop, [{ variantId, quantity: 2 }]);
  const placed = data(await placeOrder(cart));
  const { id: orderId, vendors } = placed.order;
  const { id: providerPaymentId } = await shop.sandbox.pay(sandboxOrderOf(placed));
  await eventually(async () => expect(await orderRow(shop, orderId)).toMatchObject({ status: 'confirmed' }));
  const subOrder = vendors[0]?.id ?? '';
  await issueInvoiceOf(shop.container, subOrder);
  await loseCommits(shop);
  // Its webhook does not help it.
  shop.sandbox.control({ dropWebhooks: true });
  const made = data(await refund(admin, orderId, { amount: 1_000 }));
  await eventually(async () => expect(await refundRow(shop, made.id)).toMatchObject({ status: 'processed' }));
  expect(shop.sandbox.refunds(providerPaymentId)).toMatchObject([{ amount: 1_000 }]);
  const posted = (await postedOf(shop.container, orderId)).filter(({ kind }) => kind === 'refund');
  expect(posted).toMatchObject([{ sourceId: made.id, gross: -1_000 }]);
  expect(await notesOf(shop.container, subOrder)).toMatchObject([{ sourceId: made.id, amount: 1_000 }]);
  expect(await orderRow(shop, orderId)).toMatchObject({ refundedTotal: 1_000 });
  await expectBooksRight(shop.container);
});
