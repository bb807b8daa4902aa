import { randomBytes } from 'node:crypto';
import { sha256 } from '#lib/crypto.js';
import type { Address } from '#domain/_shared/address.js';
import { systemContext } from '#domain/_shared/context.js';
import type { TaxRule } from '#domain/checkout/line-taxes.js';
import { quote } from '#domain/checkout/quote.js';
import type { QuoteCoupons, QuoteItem, QuoteVendor } from '#domain/checkout/quote-input.js';
import { type GstTreatment, NO_TREATMENT } from '#domain/tax/gst-rate.js';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { draftOrder } from '#domain/orders/draft-order.js';
import type { NewOrder } from '#domain/orders/order.js';
import { orderNumberOf } from '#domain/orders/order-number.js';
import type { Container } from '#runtime/container.js';
import { newId } from '#lib/ids.js';
import { fixedCoupon } from './discounts.js';
import { addressOf, createVendor, type NewVendor } from './vendors.js';

export interface TestBuyer {
  userId: string;
  email: string;
  /** Bearer token of a session. */
  token: string;
}

/** A buyer with a session; `anonymous` makes a guest. */
export async function createBuyer(
  { knex }: Pick<Container, 'knex'>,
  options: { anonymous?: boolean; email?: string } = {},
): Promise<TestBuyer> {
  const unique = randomBytes(6).toString('hex');
  const userId = newId();
  const email = options.email ?? `buyer-${unique}@example.com`;
  await knex('accounts_users').insert({
    id: userId,
    name: 'Asha Rao',
    email,
    emailVerified: true,
    isAnonymous: options.anonymous ?? false,
  });
  const token = randomBytes(24).toString('hex');
  await knex('accounts_sessions').insert({
    userId,
    tokenHash: sha256(token),
    expiresAt: new Date(Date.now() + 24 * 3_600_000),
  });
  return { userId, email, token };
}

export interface TestVariant {
  productId: string;
  variantId: string;
  vendorId: string;
}

/** A product of one variant that can be bought, written straight into the tables. Prices in subunits. */
export async function createSellableVariant(
  { knex }: Pick<Container, 'knex'>,
  vendorId: string,
  fields: {
    title?: string;
    price?: number | null;
    onHand?: number;
    trackInventory?: boolean;
    variant?: Record<string, unknown>;
    product?: Record<string, unknown>;
  } = {},
): Promise<TestVariant> {
  const unique = randomBytes(5).toString('hex');
  const productId = newId();
  const variantId = newId();
  await knex('products').insert({
    id: productId,
    vendorId,
    title: fields.title ?? `Brass diya ${unique}`,
    slug: `product-${unique}`,
    status: 'active',
    visibility: 'public',
    publishedAt: new Date(Date.now() - 3_600_000),
    ...fields.product,
  });
  await knex('products_variants').insert({
    id: variantId,
    productId,
    vendorId,
    price: fields.price === undefined ? 49_900 : fields.price,
    sku: `SKU-${unique}`,
    hsnCode: '7419',
    weight: 350,
    ...fields.variant,
  });
  await knex('inventory_levels').insert({
    variantId,
    vendorId,
    onHand: fields.onHand ?? 100,
    trackInventory: fields.trackInventory ?? true,
  });
  return { productId, variantId, vendorId };
}

export interface ConfirmedOrderOptions {
  buyer?: TestBuyer;
  /** One part of the order for each; two by default, the second of another state. */
  vendors?: readonly NewVendor[];
  /** Vendors that exist already, instead of `vendors`. */
  vendorIds?: readonly string[];
  /** Lines of each sub-order; two by default. */
  lines?: readonly {
    title: string;
    unitPrice: number;
    quantity: number;
    hsnCode?: string | null;
    gst?: GstTreatment;
  }[];
  taxes?: readonly TaxRule[];
  pricesIncludeTax?: boolean;
  /** True by default, as the setting is. */
  taxShipping?: boolean;
  /** Subunits, for each vendor. */
  shipping?: number;
  /** Subunits off the whole order. */
  discount?: number;
  /** Percent of the discount that the platform pays. */
  platformShare?: number;
  /** Coupons and automatic offers, instead of `discount`. */
  coupons?: (items: readonly QuoteItem[], userId: string) => QuoteCoupons;
  shippingAddress?: Address;
  billingAddress?: Address;
  /** `confirmed` by default. */
  status?: 'pending_payment' | 'confirmed';
  /** Paid online instead of cash on delivery. */
  paid?: boolean;
  placedAt?: Date;
}

export interface TestOrder {
  orderId: string;
  orderNumber: string;
  buyer: TestBuyer;
  grandTotal: number;
  subOrders: { subOrderId: string; vendorId: string; total: number }[];
  written: NewOrder;
}

const twoLines: NonNullable<ConfirmedOrderOptions['lines']> = [
  { title: 'Brass diya lamp', unitPrice: 49_900, quantity: 2, hsnCode: '7419' },
  { title: 'हाथ से बुना दुपट्टा', unitPrice: 129_950, quantity: 1, hsnCode: '6214' },
];

/**
 * An order as place-order leaves it behind: two vendors, GST of 18 % on top, shipping, every snapshot, its products
 * and stock. It is written through the repositories, without events or workflows.
 */
export async function createConfirmedOrder(
  container: Container,
  options: ConfirmedOrderOptions = {},
): Promise<TestOrder> {
  const buyer = options.buyer ?? (await createBuyer(container));
  const placedAt = options.placedAt ?? new Date();
  const vendors = await quoteVendors(container, options);
  const items = await orderItems(container, vendors, options);
  const reckoned = quote({
    items,
    vendors,
    ...(options.discount
      ? { coupons: fixedCoupon(options.discount, items, buyer.userId, options.platformShare) }
      : {}),
    ...(options.coupons && { coupons: options.coupons(items, buyer.userId) }),
    defaultTaxRules: options.taxes ?? [{ type: 'GST', rate: 18 }],
    pricesIncludeTax: options.pricesIncludeTax ?? false,
    taxShipping: options.taxShipping ?? true,
    currency: 'INR',
    now: placedAt,
  });
  const shippingAddress = options.shippingAddress ?? addressOf();
  const written = draftOrder({
    quote: reckoned,
    cartId: newId(),
    userId: buyer.userId,
    guest: false,
    email: buyer.email,
    orderNumber: orderNumberOf(randomBytes),
    shippingAddress,
    billingAddress: options.billingAddress ?? shippingAddress,
    paymentProviderId: options.paid ? 'sandbox' : 'cod',
    paymentMethod: options.paid ? 'sandbox' : 'cod',
    platform: 'WEB',
    placedAt,
    expiresAt: options.status === 'pending_payment' ? new Date(placedAt.getTime() + 1_800_000) : null,
    confirmed: options.status !== 'pending_payment',
    newId,
  });
  await writeOrder(container, written, options);
  return {
    orderId: written.order.id,
    orderNumber: written.order.orderNumber,
    buyer,
    grandTotal: written.order.grandTotal,
    subOrders: written.subOrders.map(({ id, vendorId, total }) => ({ subOrderId: id, vendorId, total })),
    written,
  };
}

async function quoteVendors(container: Container, options: ConfirmedOrderOptions): Promise<QuoteVendor[]> {
  const ids = [...(options.vendorIds ?? [])];
  if (ids.length === 0) {
    const second: NewVendor = {
      gstin: '29AAGCB7383J1Z4',
      stateCode: '29',
      address: addressOf({ city: 'Bengaluru', stateCode: '29', postalCode: '560001' }),
    };
    for (const fields of options.vendors ?? [{}, second])
      ids.push((await createVendor(container, fields)).vendorId);
  }
  const rows = (await container.knex('vendors').whereIn('id', ids)) as {
    id: string;
    displayName: string;
    slug: string;
    commissionBps: number;
  }[];
  return ids.map((vendorId) => {
    const row = rows.find((item) => item.id === vendorId);
    if (!row) throw new Error(`There is no vendor ${vendorId}`);
    return {
      vendorId,
      name: row.displayName,
      slug: row.slug,
      suspended: false,
      commissionBps: row.commissionBps,
      // Orders of before this rule may hold GST of a seller without a GSTIN, and some tests are about them.
      registeredForGst: true,
      taxRules: null,
      shippingFlatRate: options.shipping ?? 4_900,
      shippingFreeAbove: null,
    };
  });
}

async function orderItems(
  container: Container,
  vendors: QuoteVendor[],
  options: ConfirmedOrderOptions,
): Promise<QuoteItem[]> {
  const items: QuoteItem[] = [];
  for (const { vendorId } of vendors) {
    for (const { title, unitPrice, quantity, hsnCode, gst } of options.lines ?? twoLines) {
      const variant = await createSellableVariant(container, vendorId, { title, price: unitPrice });
      items.push({
        itemId: newId(),
        ...variant,
        quantity,
        unitPriceSeen: unitPrice,
        title,
        slug: `product-${variant.productId}`,
        variantTitle: null,
        sku: `SKU-${variant.variantId.slice(-6)}`,
        hsnCode: hsnCode ?? null,
        gst: gst ?? NO_TREATMENT,
        weight: 350,
        thumbnail: null,
        price: unitPrice,
        specialPrice: null,
        specialPriceStart: null,
        specialPriceEnd: null,
        productStatus: 'active',
        productVisibility: 'public',
        publishedAt: new Date(0),
        deleted: false,
        detached: false,
        minQuantity: null,
        maxQuantity: null,
        trackInventory: true,
        allowBackorder: false,
        available: 100,
      });
    }
  }
  return items;
}

async function writeOrder(
  { knex, unitOfWork, operations }: Container,
  written: NewOrder,
  options: ConfirmedOrderOptions,
): Promise<void> {
  const { order } = written;
  const confirmed = order.status === 'confirmed';
  const paid = confirmed && options.paid;
  if (paid) Object.assign(order, { paymentStatus: 'paid', paidAt: order.placedAt });
  await unitOfWork.run(systemContext({ name: 'test' }, order.placedAt), (tx) =>
    createOrderWriteRepository().insertAll(tx, [written]),
  );
  const paymentId = newId();
  await knex('payments').insert({
    id: paymentId,
    orderId: order.id,
    providerId: order.paymentProviderId,
    method: order.paymentMethod,
    amount: order.grandTotal,
    currency: order.currency,
    status: paid ? 'captured' : options.paid || !confirmed ? 'pending' : 'accepted',
    capturedAmount: paid ? order.grandTotal : null,
    capturedAt: paid ? order.placedAt : null,
  });
  if (!paid) return;
  const payment = { id: paymentId, orderId: order.id, providerId: order.paymentProviderId };
  const ctx = systemContext({ name: 'test' }, order.placedAt);
  await unitOfWork.run(ctx, (tx) => operations.postSales(tx, ctx, payment, written.subOrders));
}
