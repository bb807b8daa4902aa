import { expect } from '@jest/globals';
import { createReturnsQueues } from '#activities/returns/returns.queues.js';
import { systemContext } from '#domain/_shared/context.js';
import { accountOf } from '../_support/carrier-account.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { moneyProblems } from '../payments/money-problems.js';
import { process as processRefund } from '../payments/order-refunds.js';
import { scanOf, sendWebhook } from '../shipping/carrier-webhook.js';
import { createHeldOrder, stockMismatches, stockOf } from '../shipping/held-order.js';

export interface ReturnedParcel {
  id: string;
  status: string;
  origin: string;
  orderVendorId: string;
  parcelId?: string;
  refundId: string | null;
  lines: { lineId: string; quantity: number }[];
}

export interface ParcelsView {
  id: string;
  status: string;
  deliveredAt: string | null;
  awaitingReturn: boolean;
  parcels?: {
    id: string;
    number: number;
    status: string;
    awb: string | null;
    trackingStatus: string;
    lines: { lineId: string; quantity: number }[];
  }[];
  lines: {
    id: string;
    quantity: number;
    sentQuantity?: number;
    cancelledQuantity?: number;
    returnedQuantity: number;
  }[];
}

/** What was paid, kept and credited for a sub-order that is the only one of its order. */
export interface Books {
  captured: number;
  refunded: number;
  invoiced: number;
  credited: number;
  /** What the couriers collected: the worth of the parcels that arrived. */
  arrived: number;
}

/** A platform without workers: its carrier's responses are recorded as they come, and events are taken by their drain at once. */
export interface ParcelShop extends TestPlatform {
  vendor: TestVendor;
}

export async function startParcelShop(): Promise<ParcelShop> {
  const platform = await startPlatform();
  const vendor = await createVendor(platform.container);
  const asVendor = platform.http.as(vendor.token);
  data(await asVendor.patch('/vendor/shipping/carrier/config', accountOf(vendor.vendorId)));
  return { ...platform, vendor };
}

export type ParcelOrder = Awaited<ReturnType<ReturnType<typeof parcelShop>['placed']>>;

/** What the tests of returned parcels do in their shop. */
export function parcelShop(shop: () => ParcelShop) {
  const asVendor = () => shop().http.as(shop().vendor.token);
  let scans = 0;

  const read = async (id: string) => data(await asVendor().get<ParcelsView>(`/vendor/orders/${id}`));
  const parcelsOf = async (id: string) => (await read(id)).parcels ?? [];
  const move = (id: string, name: string, body: object) =>
    asVendor().post(`/vendor/orders/${id}/${name}`, body);

  /** Sends pieces, or all that is left; the carrier takes the parcel at once. */
  async function send(id: string, pieces?: { lineId: string; quantity: number }[]): Promise<string> {
    const { unitOfWork, operations } = shop().container;
    const { shipmentSteps, subOrderTransitions } = operations;
    const ctx = systemContext({ name: 'test' }, new Date());
    const request = {
      providerId: 'carrier' as const,
      method: 'standard',
      credentialSource: 'vendor' as const,
      courierCode: 'delhivery',
      account: { cpId: 4, accountCode: 'DELHIVERY_SURFACE' },
      trackingCode: null,
      trackingUrl: null,
      ...(pieces && { pieces }),
    };
    return unitOfWork.run(ctx, async (tx) => {
      const locked = await subOrderTransitions.lock(tx, id);
      if (!locked) throw new Error('There is no such sub-order');
      const shipmentId = await shipmentSteps.claim(tx, ctx, locked, request);
      const taken = { awb: `AWB-${shipmentId}`, labelUrl: null, expectedOn: null };
      await shipmentSteps.created(tx, ctx, shipmentId, taken);
      return shipmentId;
    });
  }

  /** Takes the events of scans as the drain does, each once more than it has to. */
  async function openReturns(id: string): Promise<void> {
    const { container } = shop();
    const drain = createReturnsQueues(container).drains?.['returns-to-origin'];
    const events = await container
      .knex('outbox_events')
      .where({ type: 'shipping.tracking.updated', entityId: id });
    const deliveries = events.map((event, index) => ({ id: String(index), event }));
    await drain?.(deliveries as never, undefined as never);
  }

  async function scan(id: string, parcelId: string, status: string, eventId = `${parcelId}-${++scans}`) {
    const response = await sendWebhook(shop(), scanOf(`AWB-${parcelId}`, status, eventId));
    expect(response.status).toBe(200);
    await openReturns(id);
  }

  async function returnsOf(id: string): Promise<ReturnedParcel[]> {
    const all = data(await asVendor().get<ReturnedParcel[]>('/vendor/return-requests?limit=100'));
    return all.filter(({ orderVendorId }) => orderVendorId === id);
  }

  /** The one return of a parcel. */
  async function opened(id: string, parcelId: string): Promise<ReturnedParcel> {
    const [request, ...more] = (await returnsOf(id)).filter((item) => item.parcelId === parcelId);
    expect(more).toEqual([]);
    if (!request) throw new Error('No return was opened');
    return request;
  }

  const receive = async ({ id }: Pick<ReturnedParcel, 'id'>) =>
    data(await asVendor().post<ReturnedParcel>(`/vendor/return-requests/${id}/receive`, {}));

  return {
    read,
    move,
    parcelsOf,
    send,
    scan,
    returnsOf,
    opened,
    receive,
    asVendor,

    /** An order of two pieces of one line and one of another. */
    async placed(options: { paid?: boolean } = {}) {
      const { paid = true } = options;
      const held = await createHeldOrder(shop().container, { vendorIds: [shop().vendor.vendorId], paid });
      const [subOrder] = held.subOrders;
      if (!subOrder) throw new Error('The order has no sub-order');
      const order = { orderId: held.orderId, id: subOrder.subOrderId, total: subOrder.total };
      const { lines } = await read(order.id);
      const two = lines.find(({ quantity }) => quantity === 2)?.id ?? '';
      const single = lines.find(({ quantity }) => quantity === 1)?.id ?? '';
      return { ...order, two, single };
    },

    deliverByHand: (parcelId: string) =>
      asVendor().post<ParcelsView>(`/vendor/parcels/${parcelId}/delivered`),

    /** The parcel goes back to its sender, and its return is received. */
    async comeBack(id: string, parcelId: string): Promise<ReturnedParcel> {
      await scan(id, parcelId, 'RTO');
      return receive(await opened(id, parcelId));
    },

    /** Lets pending refunds go back, and reads what money and documents say. */
    async books(orderId: string): Promise<Books> {
      const { container } = shop();
      const pending = (await container.knex('payments_refunds').where({ orderId, status: 'pending' })) as {
        id: string;
      }[];
      for (const { id } of pending) await processRefund(container, id);
      const { rows } = await container.knex.raw<{ rows: Books[] }>(
        `select coalesce(p.captured_amount, 0)::integer as captured, coalesce(p.refunded_total, 0)::integer as refunded,
           (select (i.snapshot -> 'totals' ->> 'grandTotal')::integer from invoices i where i.order_id = o.id) as invoiced,
           (select coalesce(sum(n.amount), 0)::integer from invoices_credit_notes n where n.order_id = o.id) as credited,
           (select coalesce(sum(s.value), 0)::integer from shipping_shipments s
            where s.order_id = o.id and s.status = 'created' and s.tracking_status = 'delivered') as arrived
         from orders o join payments p on p.order_id = o.id where o.id = ?`,
        [orderId],
      );
      if (!rows[0]) throw new Error('There is no such order');
      return rows[0];
    },

    /** Ledger and stock agree with themselves, and these pieces are on hand. */
    async expectAgreement(id: string, stock: { onHand: number; reserved: number }): Promise<void> {
      expect(await stockOf(shop().container, id)).toEqual(stock);
      expect(await stockMismatches(shop().container)).toBe(0);
      const problems = await moneyProblems(shop().container.knex);
      // That rule is of prices that include tax; these have it on top, of shipping too, and `books` says what went back of all.
      expect(problems.filter(({ rule }) => rule !== 'no shipping goes back twice')).toEqual([]);
      await expectBooksRight(shop().container);
    },
  };
}
