import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { createLabelStore } from '#activities/shipping/label-store.js';
import { createShipmentActivities, type CreateResponse } from '#activities/shipping/shipment.activities.js';
import { eventually } from '../_support/eventually.js';
import { holdUpdates } from '../_support/gate.js';
import { type CarrierShop, startCarrierShop } from './carrier-shop.js';
import { stockOf } from './held-order.js';

const origin = { actor: { type: 'system' as const, id: 'test' }, requestId: 'test' };

let shop: CarrierShop;
let activities: ReturnType<typeof createShipmentActivities>;
beforeAll(async () => {
  // No worker runs: the tests do what one does up to its death, and then what the next one does.
  shop = await startCarrierShop({ workers: [], services: { carrierWaitMs: 50 } });
  const labels = createLabelStore(shop.container);
  activities = createShipmentActivities({ ...shop.container, labels });
});
afterAll(() => shop.stop());
beforeEach(() => shop.carrier.resetControls());

const knex = () => shop.container.knex;
const parcelsOf = (id: string) => shop.carrier.parcels().filter(({ reference }) => reference.startsWith(id));
const posts = () => shop.carrier.requests().filter(({ method }) => method === 'POST').length;
const environment = (attempt: number) =>
  new MockActivityEnvironment({ attempt }, { logger: new DefaultLogger('ERROR') });
const send = (shipmentId: string, attempt: number) =>
  environment(attempt).run(activities.sendShipment, { shipmentId, origin }) as Promise<CreateResponse>;

/** A sub-order whose shipment is claimed. */
async function claimed(): Promise<{ id: string; shipmentId: string }> {
  const { id } = await shop.order();
  expect((await shop.fulfil(id)).status).toBe(202);
  const row = (await knex()('shipping_shipments').where({ subOrderId: id }).first('id')) as { id: string };
  return { id, shipmentId: row.id };
}

/** What the next worker does with a response, and what must stand then after any crash before it. */
async function finish(id: string, shipmentId: string, response: CreateResponse): Promise<void> {
  await activities.settleShipment({ shipmentId, origin, response });
  await environment(1).run(activities.storeLabel, { shipmentId, origin });
  await expectOneParcel(id);
}

async function expectOneParcel(id: string): Promise<void> {
  const [parcel, ...others] = parcelsOf(id);
  expect(others).toEqual([]);
  const rows = (await knex()('shipping_shipments').where({ subOrderId: id })) as object[];
  expect(rows).toEqual([
    expect.objectContaining({
      status: 'created',
      reference: parcel?.reference,
      awb: parcel?.waybill,
      labelKey: expect.any(String),
    }),
  ]);
  expect(await knex()('orders_sub_orders').where({ id }).pluck('status')).toEqual(['fulfilled']);
  expect(await stockOf(shop.container, id)).toEqual({ onHand: 197, reserved: 0 });
  for (const type of ['shipping.shipment.created', 'order.sub_order.fulfilled']) {
    const events = (await knex()('outbox_events').where({ type })) as {
      payload: { orderVendorId: string };
    }[];
    expect(events.filter(({ payload }) => payload.orderVendorId === id)).toHaveLength(1);
  }
}

describe('a worker that dies while it creates a shipment leaves one parcel', () => {
  it('before the request leaves', async () => {
    const { id, shipmentId } = await claimed();
    shop.carrier.control({ failNext: 1 });
    await expect(send(shipmentId, 1)).rejects.toThrow();
    expect(parcelsOf(id)).toEqual([]);
    await finish(id, shipmentId, await send(shipmentId, 2));
  });

  it('while the carrier works on the request', async () => {
    const { id, shipmentId } = await claimed();
    const before = posts();
    shop.carrier.control({ hold: true });
    const dying = environment(1);
    const lost = dying.run(activities.sendShipment, { shipmentId, origin });
    const expected = expect(lost).rejects.toThrow();
    await eventually(async () => expect(posts()).toBeGreaterThan(before));
    dying.cancel();
    await expected;
    shop.carrier.control({ hold: false });
    await eventually(async () => expect(parcelsOf(id)).toHaveLength(1));
    await finish(id, shipmentId, await send(shipmentId, 2));
  });

  it('after the parcel was made, before the response arrives', async () => {
    const { id, shipmentId } = await claimed();
    shop.carrier.control({ loseNext: 1 });
    await expect(send(shipmentId, 1)).rejects.toThrow();
    expect(parcelsOf(id)).toHaveLength(1);
    await finish(id, shipmentId, await send(shipmentId, 2));
  });

  it('after the response arrived, before the engine has it', async () => {
    const { id, shipmentId } = await claimed();
    expect(await send(shipmentId, 1)).toMatchObject({ kind: 'created' });
    // A first attempt of another worker: the row says that a request has left.
    await finish(id, shipmentId, await send(shipmentId, 1));
  });

  it('before the row is settled, while the next worker settles it', async () => {
    const { id, shipmentId } = await claimed();
    const response = await send(shipmentId, 1);
    const { DATABASE_URL } = shop.container.config;
    const gate = await holdUpdates(DATABASE_URL, 'shipping_shipments', `new.status = 'created'`);
    const first = activities.settleShipment({ shipmentId, origin, response });
    await gate.reached();
    const second = activities.settleShipment({ shipmentId, origin, response });
    await gate.open();
    await Promise.all([first, second]);
    await finish(id, shipmentId, response);
  });

  it('after the row is settled, before the engine hears of it', async () => {
    const { id, shipmentId } = await claimed();
    const response = await send(shipmentId, 1);
    await activities.settleShipment({ shipmentId, origin, response });
    expect(await send(shipmentId, 2)).toEqual({ kind: 'settled' });
    await finish(id, shipmentId, { kind: 'settled' });
    await finish(id, shipmentId, response);
  });

  it('after the label is stored', async () => {
    const { id, shipmentId } = await claimed();
    await finish(id, shipmentId, await send(shipmentId, 1));
    await environment(2).run(activities.storeLabel, { shipmentId, origin });
    await expectOneParcel(id);
  });
});
