import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { awbKnownSignal } from '#workflows/shipping/shipping.contract.js';
import { eventually } from '../_support/eventually.js';
import { holdUpdates, waitingStatements } from '../_support/gate.js';
import { data } from '../_support/shop.js';
import { type CarrierShop, startCarrierShop } from './carrier-shop.js';
import { sendWebhook, waybillOf } from './carrier-webhook.js';

let shop: CarrierShop;
beforeAll(async () => {
  shop = await startCarrierShop();
});
afterAll(() => shop.stop());
beforeEach(() => shop.carrier.resetControls());

const knex = () => shop.container.knex;
type Row = { id: string; awb: string | null; labelKey: string | null };
const rowOf = async (id: string) =>
  (await knex()('shipping_shipments').where({ subOrderId: id }).first()) as Row;
const runOf = ({ id }: Row) => shop.container.gateway.client.workflow.getHandle(`shipping-create-${id}`);

/** The report that the carrier sends once it has the AWB: it names our reference, and the label. */
const report = (id: string, awb: string) =>
  JSON.stringify({
    event_id: `order-${id}`,
    waybill: awb,
    status: 'OM',
    timestamp: '2026-11-20T10:00:00',
    reference_number: id,
    label: `${shop.carrier.url}/labels/${awb}.pdf`,
  });

/** A fulfilled sub-order whose AWB exists at the carrier, and nobody has heard of it. */
async function accepted(): Promise<{ id: string; awb: string }> {
  const { id } = await shop.order();
  shop.carrier.control({ mode: 'async', asyncMs: 300, orderWebhooks: false });
  expect(data(await shop.fulfil(id))).toMatchObject({ status: 'fulfilled', shipment: { awb: null } });
  await eventually(async () =>
    expect(await runOf(await rowOf(id)).query('step')).toMatch(/^waiting for the AWB since .*, until /),
  );
  await eventually(() => Promise.resolve(waybillOf(shop, id)));
  return { id, awb: waybillOf(shop, id) };
}

/** The run asks the carrier, as it does by itself after half a minute. */
const poll = async (id: string) => runOf(await rowOf(id)).signal(awbKnownSignal);

async function expectOnce(id: string, awb: string): Promise<void> {
  await eventually(async () =>
    expect((await runOf(await rowOf(id)).describe()).status.name).toBe('COMPLETED'),
  );
  const row = await rowOf(id);
  expect(row).toMatchObject({ awb, labelKey: expect.stringContaining('labels/') });
  expect(await knex()('shipping_events').where({ subOrderId: id })).toHaveLength(1);
  const assigned = await knex()('outbox_events').where({
    entityId: row.id,
    type: 'shipping.shipment.awb_assigned',
  });
  expect(assigned.length).toBeLessThanOrEqual(1);
  expect(shop.carrier.parcels().filter(({ reference }) => reference.startsWith(id))).toHaveLength(1);
}

describe('an AWB that comes later', () => {
  it('is found by the poll first; the webhook that follows changes nothing of it', async () => {
    const { id, awb } = await accepted();
    await poll(id);
    await eventually(async () => expect(await rowOf(id)).toMatchObject({ awb }));
    expect((await sendWebhook(shop, report(id, awb))).status).toBe(200);
    await expectOnce(id, awb);
    expect(
      await knex()('outbox_events').where({
        entityId: (await rowOf(id)).id,
        type: 'shipping.shipment.awb_assigned',
      }),
    ).toEqual([]);
  });

  it('comes by the webhook first; the poll that follows finds it there', async () => {
    const { id, awb } = await accepted();
    expect((await sendWebhook(shop, report(id, awb))).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ awb });
    await expectOnce(id, awb);
  });

  it('comes by both at once and is written once', async () => {
    const { id, awb } = await accepted();
    const gate = await holdUpdates(
      shop.container.config.DATABASE_URL,
      'shipping_shipments',
      'new.awb is not null and old.awb is null',
    );
    const before = await waitingStatements(knex());
    await poll(id);
    await gate.reached();
    const webhook = sendWebhook(shop, report(id, awb));
    await eventually(async () => expect(await waitingStatements(knex())).toBeGreaterThan(before + 1));
    await gate.open();
    expect((await webhook).status).toBe(200);
    await expectOnce(id, awb);
  });
});
