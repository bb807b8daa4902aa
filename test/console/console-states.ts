import { newId } from '#lib/ids.js';
import {
  createBuyer,
  createConfirmedOrder,
  createSellableVariant,
  type TestOrder,
} from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';
import type { TestConsole } from './console-tests.js';
import { insertApproval } from '../product-approvals/product-approvals.entities.js';
import { grantCredit } from '../store-credit/granted-credit.js';
import { fillErasure, fillErasures } from './shown-erasures.js';
import { fillReconciliation } from './shown-reconciliation.js';
import { fillReminders } from './shown-reminders.js';
import { createShownWebhook } from './shown-webhooks.js';
import { fillManyOfStorefront, fillStorefront, type StorefrontIds } from './storefront-states.js';

/** A page made by hand, and what it says once it is there. */
export interface ConsolePlace {
  name: string;
  path: (ids: ShownIds) => string;
  seen: string;
  /** What is there is one row: it has no empty state. */
  row?: boolean;
}

export interface ShownIds extends StorefrontIds {
  orderId: string;
  userId: string;
  productId: string;
  vendorId: string;
  approvalId: string;
  endpointId: string;
  deliveryId: string;
}

export const places: readonly ConsolePlace[] = [
  { name: 'home', path: () => '/', seen: 'Home' },
  { name: 'jobs', path: () => '/jobs', seen: 'Jobs' },
  { name: 'deliveries', path: () => '/jobs?tab=deliveries', seen: 'Jobs' },
  { name: 'orders', path: () => '/admin/orders', seen: 'Orders' },
  { name: 'order', path: ({ orderId }) => `/admin/orders/${orderId}`, seen: 'Amounts', row: true },
  {
    name: 'refunds',
    path: ({ orderId }) => `/admin/orders/${orderId}?tab=refunds`,
    seen: 'Refund',
    row: true,
  },
  {
    name: 'timeline',
    path: ({ orderId }) => `/admin/orders/${orderId}?tab=timeline`,
    seen: 'Timeline',
    row: true,
  },
  { name: 'customers', path: () => '/admin/customers', seen: 'Customers' },
  { name: 'customer', path: ({ userId }) => `/admin/customers/${userId}`, seen: 'Newest orders', row: true },
  { name: 'products', path: () => '/admin/products', seen: 'Products' },
  { name: 'product', path: ({ productId }) => `/admin/products/${productId}`, seen: 'Search', row: true },
  { name: 'product-approvals', path: () => '/admin/product-approvals', seen: 'Product approvals' },
  {
    name: 'product-approval',
    path: ({ approvalId }) => `/admin/product-approvals/${approvalId}`,
    seen: 'Variants and prices',
    row: true,
  },
  { name: 'vendor', path: ({ vendorId }) => `/admin/vendors/${vendorId}`, seen: 'Internal notes', row: true },
  {
    name: 'vendor-shop-page',
    path: ({ vendorId }) => `/admin/vendors/${vendorId}/page`,
    seen: 'Page for shoppers',
    row: true,
  },
  { name: 'money', path: () => '/money', seen: 'Money' },
  { name: 'returns', path: () => '/money?tab=returns', seen: 'Money' },
  { name: 'payouts', path: () => '/money?tab=payouts', seen: 'Money' },
  { name: 'bank-details', path: () => '/money?tab=accounts', seen: 'Money' },
  { name: 'store-credit', path: () => '/money?tab=credit', seen: 'Money' },
  { name: 'money-approvals', path: () => '/money?tab=approvals', seen: 'Money' },
  { name: 'settlements', path: () => '/money?tab=settlements', seen: 'Money' },
  { name: 'disputes', path: () => '/money?tab=disputes', seen: 'Money' },
  { name: 'unmatched', path: () => '/money?tab=unmatched', seen: 'Money' },
  { name: 'ledger', path: () => '/money?tab=ledger', seen: 'Money' },
  { name: 'queues', path: () => '/queues', seen: 'Queues' },
  { name: 'reports', path: () => '/reports', seen: 'Reports' },
  { name: 'report', path: () => '/reports/orders', seen: 'Export CSV' },
  { name: 'exports', path: () => '/reports?tab=exports', seen: 'Reports' },
  { name: 'settings', path: () => '/settings/store/branding', seen: 'Settings' },
  { name: 'invoices', path: () => '/admin/invoices', seen: 'Invoices' },
  { name: 'invoice-problems', path: () => '/admin/invoices?tab=problems', seen: 'Invoices' },
  { name: 'roles', path: () => '/admin/roles', seen: 'Roles' },
  { name: 'api-keys', path: () => '/admin/api-keys', seen: 'API keys' },
  { name: 'audit', path: () => '/admin/audit', seen: 'Audit log' },
  { name: 'webhooks', path: () => '/admin/webhooks', seen: 'Webhooks' },
  {
    name: 'webhook',
    path: ({ endpointId }) => `/admin/webhooks/${endpointId}`,
    seen: 'Deliveries',
    row: true,
  },
  {
    name: 'webhook-delivery',
    path: ({ deliveryId }) => `/admin/webhooks/deliveries/${deliveryId}`,
    seen: 'Attempts',
    row: true,
  },
  { name: 'search', path: () => '/search', seen: 'Search' },
  { name: 'discounts', path: () => '/admin/discounts', seen: 'Discounts' },
  { name: 'discount-new', path: () => '/admin/discounts/new', seen: 'What is reduced', row: true },
  { name: 'discount', path: ({ discountId }) => `/admin/discounts/${discountId}`, seen: 'Limits', row: true },
  { name: 'categories', path: () => '/admin/categories', seen: 'Categories' },
  {
    name: 'category',
    path: ({ categoryId }) => `/admin/categories/${categoryId}`,
    seen: 'Used by',
    row: true,
  },
  { name: 'attributes', path: () => '/admin/product-attributes', seen: 'Attributes' },
  { name: 'attribute-new', path: () => '/admin/product-attributes/new', seen: 'Values', row: true },
  { name: 'content-pages', path: () => '/admin/content-pages', seen: 'Content pages' },
  {
    name: 'content-page',
    path: ({ pageId }) => `/admin/content-pages/${pageId}`,
    seen: 'Search engines and sharing',
    row: true,
  },
  { name: 'banners', path: () => '/admin/banners', seen: 'Banners' },
  { name: 'banners-look', path: () => '/admin/banners?view=look', seen: 'Banners' },
  { name: 'links', path: () => '/admin/dynamic-link-groups', seen: 'Links' },
  {
    name: 'link-group',
    path: ({ linkGroupId }) => `/admin/dynamic-link-groups/${linkGroupId}`,
    seen: 'Arrange',
    row: true,
  },
  { name: 'listings', path: () => '/admin/dynamic-product-listing-groups', seen: 'Product listings' },
  {
    name: 'listing',
    path: ({ listingId }) => `/admin/dynamic-product-listings/${listingId}`,
    seen: 'Filters',
    row: true,
  },
  { name: 'bought-together', path: () => '/admin/fbt/pairs', seen: 'Bought together' },
  { name: 'mail-templates', path: () => '/admin/email/templates', seen: 'Mail templates', row: true },
  {
    name: 'mail-template',
    path: () => '/admin/email/templates/order.placed/customer',
    seen: 'Subject',
    row: true,
  },
  { name: 'mails', path: () => '/admin/email/deliveries', seen: 'Mails' },
  { name: 'mail', path: ({ mailId }) => `/admin/email/deliveries/${mailId}`, seen: 'Content', row: true },
  { name: 'campaigns', path: () => '/admin/campaigns/broadcasts', seen: 'Campaigns' },
  {
    name: 'campaign-topics',
    path: () => '/admin/campaigns/broadcasts?tab=topics',
    seen: 'Topics',
    row: true,
  },
  { name: 'abandoned-carts', path: () => '/admin/abandoned-carts', seen: 'Abandoned carts' },
  { name: 'campaign-new', path: () => '/admin/campaigns/new', seen: 'To whom', row: true },
  { name: 'campaign-template', path: () => '/admin/campaigns/templates/new', seen: 'Add a block', row: true },
  {
    name: 'broadcast',
    path: ({ broadcastId }) => `/admin/campaigns/broadcasts/${broadcastId}`,
    seen: 'Progress',
    row: true,
  },
  { name: 'customer-groups', path: () => '/admin/customer-groups', seen: 'Customer groups' },
  {
    name: 'customer-group-new',
    path: () => '/admin/customer-groups/new',
    seen: 'Who would be in it',
    row: true,
  },
  {
    name: 'customer-group',
    path: ({ customerGroupId }) => `/admin/customer-groups/${customerGroupId}`,
    seen: 'Who would be in it',
    row: true,
  },
  {
    name: 'customer-group-members',
    path: ({ customerGroupId }) => `/admin/customer-groups/${customerGroupId}?tab=members`,
    seen: 'Members',
    row: true,
  },
  { name: 'erasures', path: () => '/admin/personal-data/erasures', seen: 'Personal data' },
  { name: 'payment-options', path: () => '/admin/payment/gateways', seen: 'Payment options', row: true },
  { name: 'carrier', path: () => '/admin/shipping/carrier', seen: 'Couriers', row: true },
  { name: 'merchant-feed', path: () => '/plugins/merchant-feed', seen: 'Connection', row: true },
  { name: 'social-catalog', path: () => '/plugins/social-catalog', seen: 'Connection', row: true },
  { name: 'feed-items', path: () => '/plugins/merchant-feed?tab=items', seen: 'Merchant feed' },
  { name: 'account', path: () => '/account', seen: 'Account and security', row: true },
];

const actor = JSON.stringify({ type: 'system', id: 'test' });
const day = 86_400_000;

/** An order with its vendor, buyer and product, and one of everything that can wait. */
export async function fillWithOne(shop: TestConsole): Promise<ShownIds> {
  const { container } = shop.platform;
  const { knex } = container;
  const buyer = await createBuyer(container);
  const { vendorId } = await createVendor(container);
  const { productId } = await createSellableVariant(container, vendorId);
  const order = await createConfirmedOrder(container, { paid: true, buyer, vendorIds: [vendorId] });
  await attach(container, order);
  await knex('notes').insert({
    entity: 'order',
    entityId: order.orderId,
    text: 'The buyer asked for a morning delivery.\nCall before.',
    actor,
  });
  const storefront = await fillStorefront(shop);
  await fillErasure(container, {
    userId: buyer.userId,
    email: buyer.email,
    blockedBy: ['open_orders', 'store_credit'],
  });
  await knex('customer_groups_members').insert({
    groupId: storefront.customerGroupId,
    userId: buyer.userId,
    joinedAt: new Date(),
  });
  const { image = null } = (await knex('banners').first('image')) ?? {};
  await knex('vendor_pages').insert({
    vendorId,
    logo: image,
    cover: image,
    pictures: image === null ? [] : [image],
    story: '<h2>Lamps of Kumbakonam</h2><p>Four generations have cast brass in the same lane.</p>',
    returnPolicy: 'Within seven days, unused and in its box.',
    shippingPolicy: 'We pack on the day of the order. It takes three to five days.',
  });
  return {
    orderId: order.orderId,
    userId: buyer.userId,
    productId,
    vendorId,
    approvalId: (await insertApproval(container, vendorId)).id,
    ...(await createShownWebhook(shop.platform)),
    ...storefront,
  };
}

/** So many of everything that lists break over pages, with long names and large amounts among them. */
export async function fillWithMany(shop: TestConsole): Promise<void> {
  await fillManyOfStorefront(shop);
  const { container } = shop.platform;
  for (let n = 0; n < 30; n += 1) {
    const placedAt = new Date(Date.now() - n * day);
    const order = await createConfirmedOrder(container, { paid: n % 3 > 0, vendors: [{}, {}], placedAt });
    if (n % 4 === 0) await attach(container, order);
  }
  await fillReminders(container);
  await fillErasures(container);
  const { vendorId } = await createVendor(container);
  const title =
    'Handwoven silk sari of Kanchipuram with a border of gold thread, in deep peacock blue and maroon';
  for (let n = 0; n < 30; n += 1)
    await createSellableVariant(container, vendorId, { title: `${title} ${n}` });
}

async function attach(container: TestConsole['platform']['container'], order: TestOrder): Promise<void> {
  const { knex } = container;
  await grantCredit(container, order.buyer, 1_234_500);
  await fillReconciliation(container, order);
  const [subOrder] = order.subOrders;
  const { subOrderId, vendorId } = subOrder ?? { subOrderId: '', vendorId: '' };
  const { orderId } = order;
  await knex('invoices').insert({
    subOrderId,
    orderId,
    vendorId,
    status: 'failed',
    error: 'The browser ended while it made a PDF',
  });
  await knex('payouts_accounts').insert({
    vendorId,
    state: 'failed',
    changedBy: actor,
    changedAt: new Date(Date.now() - 2 * day),
    dueAt: new Date(Date.now() - day),
    providerId: 'razorpayx',
    reason: 'The beneficiary account is closed',
    endedAt: new Date(),
  });
  const asked = { currency: 'INR', vendorId, askedBy: actor, person: 'test' };
  await knex('access_money_approvals').insert([
    {
      ...asked,
      kind: 'account_adjustment',
      entityId: newId(),
      input: JSON.stringify({ vendorId, amount: 25_000_000, reason: 'Promised at the Diwali fair' }),
      amount: 25_000_000,
      cause: 'act',
      askedAt: new Date(Date.now() - 3 * day),
    },
    {
      ...asked,
      kind: 'refund',
      entityId: newId(),
      orderId,
      amount: 1_234_500,
      cause: 'vendor_day',
      askedAt: new Date(),
    },
  ]);
  const eventId = newId();
  await knex('outbox_events').insert({
    id: eventId,
    type: 'order.placed',
    entityId: eventId,
    requestId: 'test',
    payload: '{}',
    actor,
  });
  await knex('outbox_deliveries').insert({
    eventId,
    subscription: 'orders-follow',
    entityId: eventId,
    state: 'parked',
    lastError: 'The carrier refuses the address',
  });
  const params = JSON.stringify({
    from: '2026-10-01T00:00:00.000Z',
    to: '2026-11-01T00:00:00.000Z',
    filters: {},
  });
  await knex('reports_exports').insert({
    reportKey: 'orders',
    format: 'csv',
    status: 'failed',
    params,
    fileName: 'orders_2026-10.csv',
    error: 'The disk was full',
    actor,
  });
  await knex('mail_messages').insert({
    template: 'order.confirmed',
    role: 'customer',
    recipient: order.buyer.email,
    dedupeKey: newId(),
    state: 'unclear',
    lastError: 'The provider gave no response',
    orderId,
  });
}
