import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { type CarrierShop, startCarrierShop } from './carrier-shop.js';
import { scanOf, sendWebhook, waybillOf } from './carrier-webhook.js';

let shop: CarrierShop;
let parcel: { id: string; awb: string };
beforeAll(async () => {
  shop = await startCarrierShop();
  const { id } = await shop.order();
  data(await shop.fulfil(id));
  parcel = { id, awb: waybillOf(shop, id) };
});
afterAll(() => shop.stop());

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00`;
const send = (status: string, event: string, minute: number) =>
  sendWebhook(shop, scanOf(parcel.awb, status, event, at(minute)));

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { knex } = shop.container;
  const sent: string[] = [];
  const note = ({ sql }: { sql: string }) => sent.push(sql);
  knex.on('query', note);
  await work();
  knex.removeListener('query', note);
  // Workers of the same process send statements as well: they look for labels, claim the mails of the scan before, and read
  // a shipment by its id.
  const ofWorkers = /label_key|shipping_notifications|^select \* from "shipping_shipments" where "id"/;
  return sent.filter((sql) => /shipping_(events|shipments)/.test(sql) && !ofWorkers.test(sql));
}

const eventsOf = async () =>
  (await shop.container
    .knex('outbox_events')
    .where({ type: 'shipping.tracking.updated', entityId: parcel.id })
    .count({ n: '*' })) as { n: number }[];

it('a scan that moves nothing is read and written by one statement each, and is announced', async () => {
  expect((await send('OS', 'scan-1', 1)).status).toBe(200);
  const [before] = await eventsOf();
  const statements = await statementsOf(async () => {
    const { status, body } = await send('OT', 'scan-2', 2);
    expect([status, JSON.parse(body.toString())]).toEqual([
      200,
      expect.objectContaining({
        data: { accepted: true, eventId: 'scan-2', normalizedStatus: 'in_transit', duplicate: false },
      }),
    ]);
  });
  expect(statements).toHaveLength(2);
  expect((await eventsOf())[0]?.n).toBe((before?.n ?? 0) + 1);
  const { knex } = shop.container;
  const [scan] = await knex('shipping_events').where({ externalEventId: 'scan-2' });
  expect(scan).toMatchObject({ subOrderId: parcel.id, source: 'webhook', statusCode: 'OT' });
  const again = JSON.parse((await send('OT', 'scan-2', 2)).body.toString()) as { data: unknown };
  expect(again.data).toMatchObject({ duplicate: true });
});

it('scans that come at once are written together, each once', async () => {
  const { knex } = shop.container;
  const statements = await statementsOf(async () => {
    // The first is written no sooner than others have come: Postgres may be the faster of the two.
    const hold = await knex.transaction();
    await hold.raw('lock table shipping_events in exclusive mode');
    const all = Promise.all(
      Array.from({ length: 40 }, (_, n) => send('OT', `burst-${n % 20}`, 10 + (n % 20))),
    );
    await eventually(async () => {
      const { rows } = await knex.raw<{ rows: unknown[] }>(
        `select 1 from pg_locks where not granted and relation = 'shipping_events'::regclass`,
      );
      expect(rows).not.toEqual([]);
    });
    expect((await shop.http.raw('GET', '/health/ready')).status).toBe(200);
    await hold.commit();
    for (const { status } of await all) expect(status).toBe(200);
  });
  expect(statements.filter((sql) => sql.includes('insert into shipping_events')).length).toBeLessThan(40);
  const [stored] = (await knex('shipping_events')
    .where('externalEventId', 'like', 'burst-%')
    .count({ n: '*' })) as { n: number }[];
  expect(stored?.n).toBe(20);
});

it('a scan that moves the parcel, or of another AWB, takes its transaction', async () => {
  const statements = await statementsOf(() => send('OD', 'scan-3', 40));
  expect(statements.some((sql) => sql.includes('for no key update'))).toBe(true);
  expect(statements.length).toBeGreaterThan(2);
  const row = await shop.container
    .knex('orders_sub_orders')
    .where({ id: parcel.id })
    .first<{ status: string }>('status');
  expect(row.status).toBe('delivered');
  const unknown = await sendWebhook(shop, scanOf('UNKNOWN-1', 'OT', 'scan-4', at(41)));
  expect(unknown.status).toBe(404);
});
