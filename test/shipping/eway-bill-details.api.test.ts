import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ewayBillExample as body } from '#api/shipping/eway-bills.schemas.js';
import { dayInIndia } from '#domain/shipping/pickup.js';
import { newId } from '#lib/ids.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { createHeldOrder } from './held-order.js';

interface Consignment {
  parcelId: string | null;
  number: number | null;
  missing: { field: string }[];
  details: (Record<string, unknown> & { version: number }) | null;
}

let platform: TestPlatform;
let vendor: TestVendor;
beforeAll(async () => {
  platform = await startPlatform();
  vendor = await createVendor(platform.container);
});
afterAll(() => platform.stop());

const seller = () => platform.http.as(vendor.token);
async function order() {
  const placed = await createHeldOrder(platform.container, { vendorIds: [vendor.vendorId] });
  const id = placed.subOrders[0]?.subOrderId ?? '';
  const path = `/vendor/orders/${id}/e-way-bills`;
  const line = (await platform.container.knex('orders_lines').where({ subOrderId: id }).first('id')) as {
    id: string;
  };
  return { id, path, lineId: line.id };
}
const read = async (path: string) =>
  data(await seller().get<{ consignments: Consignment[] }>(path)).consignments;

describe('the details of an e-way bill', () => {
  it('are saved with audit entry and event, read again, and in the file', async () => {
    const { id, path } = await order();
    expect((await read(path))[0]?.details).toBeNull();
    const sent = {
      ...body,
      vehicleNumber: 'ka 01-ab 1234',
      documentNumber: ' lr-1042/26 ',
      documentOn: dayInIndia(new Date()),
    };
    const saved = data(await seller().put<Consignment>(path, sent));
    expect(saved.details).toMatchObject({
      version: 1,
      vehicleNumber: 'KA01AB1234',
      documentNumber: 'LR-1042/26',
    });
    expect(saved.missing.map(({ field }) => field)).not.toContain('transporter');
    expect(await read(path)).toMatchObject([{ details: saved.details }]);
    const file = await fetch(`${platform.url}${path}/download`, {
      headers: { authorization: `Bearer ${vendor.token}` },
    });
    expect(await file.json()).toMatchObject({
      billLists: [{ vehicleNo: 'KA01AB1234', transDistance: 984, transDocNo: 'LR-1042/26' }],
    });
    const issued = {
      ...sent,
      version: 1,
      ewayBillNumber: '131000026768',
      generatedOn: dayInIndia(new Date()),
      validUntil: dayInIndia(new Date(), 5),
    };
    expect(data(await seller().put<Consignment>(path, issued)).details).toMatchObject({
      version: 2,
      ewayBillNumber: '131000026768',
    });
    const { knex } = platform.container;
    const audit = (await knex('audit_entries').where({ entity: 'ewayBill', entityId: id }).orderBy('id')) as {
      before: unknown;
      after: unknown;
    }[];
    expect(audit).toHaveLength(2);
    expect(audit[1]).toMatchObject({
      before: { ewayBillNumber: null },
      after: { ewayBillNumber: '131000026768' },
    });
    const events = await knex('outbox_events').where({ type: 'shipping.eway_bill.saved', entityId: id });
    expect(events).toHaveLength(2);
  });

  it('of two editors are saved by one, whoever was first', async () => {
    const { id, path } = await order();
    const race = async (version: number) => {
      const responses = await Promise.all(
        [1, 2, 3, 4].map((distanceKm) => seller().put<Consignment>(path, { ...body, version, distanceKm })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    };
    await race(0);
    await race(1);
    expect(await read(path)).toMatchObject([{ details: { version: 2 } }]);
    const { knex } = platform.container;
    expect(
      await knex('outbox_events').where({ type: 'shipping.eway_bill.saved', entityId: id }),
    ).toHaveLength(2);
  });

  it('are those of one parcel, and of what is in none yet', async () => {
    const { id, path, lineId } = await order();
    const some = { providerId: 'self-handled', lines: [{ lineId, quantity: 1 }] };
    data(await seller().post(`/vendor/orders/${id}/parcels`, some));
    const parcelId = (await read(path))[0]?.parcelId;
    data(await seller().put(path, { ...body, parcelId, distanceKm: 10 }));
    data(await seller().put(path, { ...body, distanceKm: 20 }));
    expect((await read(path)).map(({ number, details }) => [number, details?.['distanceKm']])).toEqual([
      [1, 10],
      [null, 20],
    ]);
    expect((await seller().put(path, { ...body, parcelId: newId() })).status).toBe(404);
  });

  it('are refused with the field that is wrong, and for another vendor', async () => {
    const { path } = await order();
    const wrong: [object, string][] = [
      [{ vehicleNumber: 'lorry' }, 'body.vehicleNumber'],
      [{ transporterId: '06AAPCS' }, 'body.transporterId'],
      [{ distanceKm: 4_001 }, 'body.distanceKm'],
      [{ documentNumber: 'LR#1' }, 'body.documentNumber'],
      [{ ewayBillNumber: '12345' }, 'body.ewayBillNumber'],
      [{ documentNumber: 'LR1', documentOn: '2099-01-01' }, 'body.documentOn'],
      [{ transportMode: 'air' }, 'body.vehicleNumber'],
    ];
    for (const [more, field] of wrong) {
      const response = await seller().put(path, { ...body, ...more });
      expect([response.status, JSON.stringify(response.body)]).toEqual([400, expect.stringContaining(field)]);
    }
    const stranger = platform.http.as((await createVendor(platform.container)).token);
    expect((await stranger.put(path, body)).status).toBe(404);
    expect((await read(path))[0]?.details).toBeNull();
  });
});
