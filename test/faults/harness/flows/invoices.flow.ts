import { setTimeout as sleep } from 'node:timers/promises';
import { type Download, downloadsAreThere } from '../checks/downloads.js';
import { invoicesAreWhole } from '../checks/invoices.js';
import { outages } from '../checks/outages.js';
import { press } from '../clients/buyer-at-the-gateway.js';
import { RetriesExhausted } from '../clients/retrying-client.js';
import { createShopper, PLACE_ORDER, type Shelf, type Shopper, stockShelves } from '../clients/shopper.js';
import type { Flow, Fixtures } from '../flow.js';

const TIMEOUT_MS = 180_000;

/** A rendering may fail for good when its worker is killed three times; it is requested again. */
const mayFail = [
  {
    workflow: 'renderInvoice',
    ends: /^InvoiceNotRendered: The document could not be rendered$/,
    steps: outages,
  },
];

/** Invoices asked for by hand, or requested before the order was confirmed, and downloaded. */
export function createFlow(): Flow {
  let shelves: Shelf[] = [];
  const downloaded: Download[] = [];

  /** Waits for the PDF as a page would; a rendering that failed is asked for again. */
  async function download({ points }: Fixtures, { http }: Shopper, orderId: string): Promise<Buffer> {
    const base = `/store/orders/${orderId}/invoice`;
    for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await sleep(400)) {
      const { body } = await http.call<{ status: string }>('GET', `${base}/status`);
      if (body.data.status === 'none' || body.data.status === 'failed')
        await http.call('POST', `${base}/generate`);
      if (body.data.status !== 'ready') continue;
      points.reach('download');
      const { status, bytes } = await http.bytes(base, [409, 425]);
      if (status === 200) return bytes;
    }
    throw new RetriesExhausted(`the invoice of order ${orderId} did not become ready`);
  }

  return {
    name: 'invoices',
    clients: 2,
    pauseMs: 500,
    points: [PLACE_ORDER, 'invoice', 'download'],
    rest: { 'invoices pending': `invoices where status = 'pending'` },
    mayFail,

    async prepare(fixtures) {
      shelves = await stockShelves(fixtures, 2);
    },

    async round(fixtures, random) {
      const details = random.chance(0.4);
      const shopper = await createShopper(fixtures, random);
      const items = shelves.map(({ plenty }) => random.pick(plenty));
      const order = await shopper.order(items, details ? 'sandbox' : 'cod');
      if (!order) throw new Error('an order of what there is plenty of was refused');
      const page = details ? await shopper.paymentPage(order) : undefined;
      if (details && !page) return;
      fixtures.points.reach('invoice');
      await shopper.http.call('POST', `/store/orders/${order.orderId}/invoice/generate`, { accept: [409] });
      if (page) await press(page, 'pay');
      await shopper.until(order.orderId, ['confirmed']);
      const bytes = await download(fixtures, shopper, order.orderId);
      if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-')) || !bytes.includes('%%EOF'))
        throw new Error(`the invoice of order ${order.orderNumber} is no whole PDF (${bytes.length} bytes)`);
      downloaded.push({ orderId: order.orderId, token: shopper.buyer.token, bytes });
    },

    check: async (fixtures) => [await downloadsAreThere(fixtures, downloaded)],
    invariants: invoicesAreWhole,
  };
}
