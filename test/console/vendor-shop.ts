import { newId } from '#lib/ids.js';
import { createSession, type TestSession } from '../_support/accounts.js';
import { createConfirmedOrder, createSellableVariant } from '../_support/orders.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { deliverProduct } from '../reviews/delivered-product.js';
import type { TestConsole } from './console-tests.js';
import { createShownWebhook, type ShownWebhook } from './shown-webhooks.js';

export interface SellerPages {
  vendor: TestVendor;
  session: TestSession;
  productId: string;
  subOrderId: string;
  orderNumber: string;
  webhook: ShownWebhook;
}

/** A vendor with a product, two orders, a review and low stock, and its owner's session. */
export async function createSeller({ platform }: TestConsole): Promise<SellerPages> {
  const { container } = platform;
  const vendor = await createVendor(container, { displayName: 'Kolam Works' });
  const { productId } = await createSellableVariant(container, vendor.vendorId, {
    title: 'Brass lamp of five wicks',
  });
  await createSellableVariant(container, vendor.vendorId, {
    title: 'Hanging diya',
    onHand: 0,
    variant: { hsnCode: null },
  });
  await createConfirmedOrder(container, { vendorIds: [vendor.vendorId] });
  const order = await createConfirmedOrder(container, { paid: true, vendorIds: [vendor.vendorId] });
  const { buyer } = await deliverProduct(container, { productId, vendorId: vendor.vendorId });
  await container.knex('reviews').insert({
    id: newId(),
    productId,
    userId: buyer.userId,
    rating: 4,
    title: 'Bright',
    text: 'One wick was bent.',
    status: 'approved',
    moderatedAt: new Date(),
  });
  const session = await createSession(container, { vendorId: vendor.vendorId });
  const { subOrderId = '' } = order.subOrders[0] ?? {};
  const changedAt = new Date();
  await container.knex('payouts_accounts').insert({
    vendorId: vendor.vendorId,
    state: 'waiting',
    changedAt,
    dueAt: new Date(changedAt.getTime() + 86_400_000),
    changedBy: JSON.stringify({ type: 'user', id: vendor.userId }),
  });
  const webhook = await createShownWebhook(platform, vendor.vendorId);
  return { vendor, session, productId, subOrderId, orderNumber: order.orderNumber, webhook };
}

/** Every page of a vendor, and what shows that it is there. */
export const vendorPages = ({
  productId,
  subOrderId,
  webhook,
}: SellerPages): [name: string, path: string, seen: string][] => [
  ['home', '/vendor', 'To do'],
  ['orders', '/vendor/orders', 'Kolam Works'],
  ['order', `/vendor/orders/${subOrderId}`, 'Ships to'],
  ['pickups', '/vendor/pickups', 'No pickup yet'],
  ['returns', '/vendor/return-requests', 'No buyer waits for your decision'],
  ['products', '/vendor/products', 'Brass lamp of five wicks'],
  ['product', `/vendor/products/${productId}`, 'Search engines'],
  ['new product', '/vendor/products/new', 'New product'],
  ['imports', '/vendor/product-imports', 'No import yet'],
  ['inventory', '/vendor/inventory', 'Hanging diya'],
  ['money', '/vendor/money', 'In the next payout'],
  ['bank account', '/vendor/money?tab=bank', 'Payouts wait for the changed bank account'],
  ['tax', '/vendor/tax', 'Taxable value'],
  ['reports', '/vendor/reports', 'Reports'],
  ['report', '/vendor/reports/orders', 'Average order value'],
  ['exports', '/vendor/reports?tab=exports', 'No file was made yet'],
  ['reviews', '/vendor/reviews', 'One wick was bent'],
  ['profile', '/vendor/profile', 'For invoices and tax'],
  ['page for shoppers', '/vendor/page', 'Search engines'],
  ['shipping', '/vendor/shipping', 'What a buyer pays'],
  ['team', '/vendor/team', 'Invite somebody'],
  ['webhooks', '/vendor/webhooks', 'kolam-works.example.com'],
  ['webhook', `/vendor/webhooks/${webhook.endpointId}`, 'Deliveries'],
  ['webhook delivery', `/vendor/webhooks/deliveries/${webhook.deliveryId}`, 'All attempts have failed'],
  ['settings', '/vendor/settings', 'What a buyer pays for shipping'],
  ['missing tax codes', '/vendor/gst-gaps', 'Hanging diya'],
  ['barcodes and pictures', '/vendor/feed-gaps', 'Barcodes and pictures'],
  ['apply', '/apply', 'Apply to sell'],
];
