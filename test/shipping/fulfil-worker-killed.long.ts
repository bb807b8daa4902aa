import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { type Gate, holdUpdates } from '../_support/gate.js';
import { startWorkerProcess, type WorkerProcess } from '../_support/worker-process.js';
import { type CarrierShop, startCarrierShop } from './carrier-shop.js';
import { stockOf } from './held-order.js';

let shop: CarrierShop;
let worker: WorkerProcess;
const start = () => startWorkerProcess(shop.container.config, 'core', { CARRIER_API_URL: shop.carrier.url });

beforeAll(async () => {
  shop = await startCarrierShop({ workers: ['relay'], services: { carrierWaitMs: 50 } });
});
afterAll(() => shop.stop());
beforeEach(async () => {
  shop.carrier.resetControls();
  worker = await start();
});
afterEach(() => worker.kill());

const knex = () => shop.container.knex;
const parcelsOf = (id: string) => shop.carrier.parcels().filter(({ reference }) => reference.startsWith(id));

async function killed(reached: () => Promise<void>, id: string): Promise<void> {
  await reached();
  await worker.kill();
  shop.carrier.resetControls();
  worker = await start();
  await eventually(async () => {
    const [row] = (await knex()('shipping_shipments').where({ subOrderId: id })) as object[];
    expect(row).toMatchObject({ status: 'created', reference: id, labelKey: expect.any(String) });
  });
  expect(parcelsOf(id)).toHaveLength(1);
  expect(await knex()('shipping_shipments').where({ subOrderId: id })).toHaveLength(1);
  expect(await stockOf(shop.container, id)).toEqual({ onHand: 197, reserved: 0 });
  const [shipment] = (await knex()('shipping_shipments').where({ subOrderId: id })) as { id: string }[];
  const mails = await knex()('mail_messages').whereLike(
    'dedupeKey',
    `shipping.shipment.created:${shipment?.id}:%`,
  );
  expect(mails).toHaveLength(1);
}

async function claimed(): Promise<string> {
  const { id } = await shop.order();
  expect((await shop.fulfil(id)).status).toBe(202);
  return id;
}

describe('a shipment whose worker is killed is one parcel', () => {
  it('while the carrier works on the request', async () => {
    shop.carrier.control({ hold: true });
    const posts = () => shop.carrier.requests().filter(({ method }) => method === 'POST').length;
    const before = posts();
    const id = await claimed();
    await killed(() => eventually(async () => expect(posts()).toBeGreaterThan(before)), id);
  });

  it('after the parcel was made and its response is lost', async () => {
    shop.carrier.control({ loseNext: 1_000 });
    const id = await claimed();
    await killed(() => eventually(async () => expect(parcelsOf(id)).toHaveLength(1)), id);
  });

  it.each([
    ['the row says that a request leaves', `new.sent_at is not null and old.sent_at is null`],
    ['the row is settled', `new.status = 'created' and old.status = 'creating'`],
    ['the label is recorded', `new.label_key is not null and old.label_key is null`],
  ])('as %s', async (_step, condition) => {
    const gate: Gate = await holdUpdates(shop.container.config.DATABASE_URL, 'shipping_shipments', condition);
    const id = await claimed();
    await killed(async () => {
      await gate.reached();
      await worker.kill();
      await gate.open();
    }, id);
  });
});
