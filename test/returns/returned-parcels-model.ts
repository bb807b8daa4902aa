import { expect } from '@jest/globals';
import fc from 'fast-check';
import { data } from '../_support/shop.js';
import { type ParcelOrder, type ParcelShop, type ParcelsView, parcelShop } from './parcel-shop.js';

type Parcel = NonNullable<ParcelsView['parcels']>[number];

const moves = ['two', 'single', 'rest', 'cancel', 'arrive', 'return', 'receive'] as const;

/** Whatever is sent, cancelled, delivered and returned in whatever order: stock, invoice, cash, refunds and ledger agree. */
export async function runReturnedParcels(shop: ParcelShop, runs: number, seed: number): Promise<void> {
  const world = parcelShop(() => shop);
  const { move, placed, send, scan, read, returnsOf, opened, receive, books, expectAgreement } = world;
  const underWay = ({ status, trackingStatus }: Parcel) =>
    status === 'created' && !['delivered', 'returned'].includes(trackingStatus);
  const cancelRest = async (id: string) =>
    data(await move(id, 'cancelled', { reason: 'Out of stock', restock: true }));

  async function step({ id, two, single }: ParcelOrder, what: (typeof moves)[number], pick: number) {
    const view = await read(id);
    const parcels = view.parcels ?? [];
    const choose = (from: readonly Parcel[]) => from[pick % Math.max(from.length, 1)];
    const lineId = what === 'two' ? two : single;
    const line = view.lines.find((item) => item.id === lineId);
    const left = (line?.quantity ?? 0) - (line?.cancelledQuantity ?? 0) - (line?.sentQuantity ?? 0);
    if ((what === 'two' || what === 'single') && view.status === 'pending' && left > 0)
      await send(id, [{ lineId, quantity: 1 }]);
    else if (what === 'rest' && view.status === 'pending') await send(id);
    else if (what === 'cancel' && view.status === 'pending') await cancelRest(id);
    else if (what === 'arrive') {
      // Also one that goes back, or is back already: its carrier contradicts itself.
      const parcel = choose(
        parcels.filter(
          ({ status, trackingStatus }) => status === 'created' && trackingStatus !== 'delivered',
        ),
      );
      if (parcel) await scan(id, parcel.id, 'DEL');
    } else if (what === 'return') {
      const parcel = choose(parcels.filter(underWay));
      if (!parcel) return;
      await scan(id, parcel.id, 'RTO');
      await opened(id, parcel.id);
    } else if (what === 'receive') {
      const request = (await returnsOf(id)).find(({ status }) => status === 'approved');
      if (request) await receive(request);
    }
  }

  async function finish(order: ParcelOrder, cancelsRest: boolean): Promise<void> {
    const { id } = order;
    if ((await read(id)).status === 'pending') {
      if (cancelsRest) await cancelRest(id);
      else await send(id);
    }
    for (const parcel of (await read(id)).parcels ?? [])
      if (underWay(parcel)) await scan(id, parcel.id, 'DEL');
    for (const request of await returnsOf(id)) if (request.status === 'approved') await receive(request);
  }

  async function check({ id, orderId, total }: ParcelOrder, paid: boolean): Promise<void> {
    const { status, parcels = [] } = await read(id);
    const delivered = parcels.filter(
      (item) => item.status === 'created' && item.trackingStatus === 'delivered',
    );
    const pieces = delivered.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0);
    expect(status).toBe(pieces > 0 ? 'delivered' : 'returned');
    const { captured, refunded, credited, invoiced, arrived } = await books(orderId);
    expect(invoiced).toBe(total);
    if (pieces === 0) {
      expect({ captured, refunded }).toEqual(
        paid ? { captured: total, refunded: total } : { captured: 0, refunded: 0 },
      );
      expect(credited).toBe(total);
    } else {
      expect(captured).toBe(total);
      expect(credited).toBe(refunded);
      if (!paid) expect(captured - refunded).toBe(arrived);
    }
    await expectAgreement(id, { onHand: 200 - pieces, reserved: 0 });
  }

  const sequence = fc.array(fc.tuple(fc.constantFrom(...moves), fc.nat(2)), { minLength: 3, maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.boolean(), sequence, async (paid, cancelsRest, steps) => {
      const order = await placed({ paid });
      await send(order.id, [{ lineId: order.two, quantity: 1 }]);
      for (const [what, pick] of steps) await step(order, what, pick);
      await finish(order, cancelsRest);
      await check(order, paid);
    }),
    { numRuns: runs, seed, endOnFailure: true },
  );
}
