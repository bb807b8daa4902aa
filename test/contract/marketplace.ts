import { randomBytes } from 'node:crypto';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { type CartResponse, data, type PlacedResponse } from '../_support/shop.js';
import { addressOf } from '../_support/vendors.js';

/** Letters and digits that no other run has, for codes, slugs and addresses. */
export const unique = (): string => randomBytes(5).toString('hex');

export interface Variant {
  id: string;
  sku: string;
  price: number | null;
  optionValueIds: string[];
}

export interface Product {
  id: string;
  slug: string;
  title: string;
  variants: Variant[];
}

/** A product on sale with one variant at 500.00 unless the fields say otherwise; `stock` pieces of each variant on hand. */
export async function newProduct(
  vendor: HttpClient,
  fields: Record<string, unknown> = {},
  stock = 100,
): Promise<Product> {
  const name = unique();
  const product = data(
    await vendor.post<Product>('/vendor/products', {
      title: `Brass diya ${name}`,
      status: 'active',
      variants: [{ price: 50_000, sku: `DIYA-${name}`, weight: 350, hsnCode: '7419' }],
      ...fields,
    }),
  );
  for (const { id } of product.variants) if (stock > 0) await adjust(vendor, id, stock);
  return product;
}

export async function adjust(vendor: HttpClient, variantId: string, delta: number): Promise<void> {
  data(await vendor.post<unknown>(`/vendor/inventory/${variantId}/adjust`, { delta, reason: 'contract' }));
}

export const firstVariant = ({ variants: [variant] }: Product): Variant => {
  if (!variant) throw new Error('The product has no variant');
  return variant;
};

/** An addressed cart with these items. */
export async function newCart(
  buyer: HttpClient,
  email: string,
  items: readonly { variantId: string; quantity?: number }[],
): Promise<CartResponse> {
  const { id } = data(await buyer.post<CartResponse>('/store/carts'));
  for (const { variantId, quantity = 1 } of items)
    data(await buyer.post<CartResponse>(`/store/carts/${id}/items`, { variantId, quantity }));
  const addresses = { shippingAddress: addressOf(), email };
  return data(await buyer.put<CartResponse>(`/store/carts/${id}/addresses`, addresses));
}

export interface Order {
  id: string;
  orderNumber: string;
  grandTotal: number;
  /** Of its sub-orders, in the order of the vendors. */
  vendors: { id: string; vendorId: string; status: string; total: number }[];
  /** Where the sandbox of payments waits for a click. */
  checkout: string | undefined;
}

/** Cash on delivery is confirmed at once; `sandbox` waits for the payment. */
export async function newOrder(
  buyer: HttpClient,
  email: string,
  items: readonly { variantId: string; quantity?: number }[],
  paymentOption = 'cod',
  coupon?: string,
): Promise<Order> {
  let cart = await newCart(buyer, email, items);
  if (coupon)
    cart = data(await buyer.post<CartResponse>(`/store/carts/${cart.id}/coupons`, { code: coupon }));
  const placed = data(
    await buyer.post<PlacedResponse>(`/store/carts/${cart.id}/place-order`, {
      expectedTotal: cart.totals.grandTotal,
      paymentOption,
    }),
  );
  const { order, payment } = placed;
  return { ...(order as unknown as Order), checkout: payment.action.url?.split('/').pop() };
}

export interface OrderRead {
  status: string;
  paymentStatus: string;
  vendors: { id: string; status: string; lines: Record<string, unknown>[] }[];
  timeline: { event: string; toStatus: string | null; actor: { type: string } }[];
}

export async function readOrder(admin: HttpClient, orderId: string): Promise<OrderRead> {
  return data(await admin.get<OrderRead>(`/admin/orders/${orderId}`));
}

/** Clicks on `pay` at the sandbox, and waits until its webhook has confirmed the order. */
export async function pay(paymentSandbox: string, admin: HttpClient, order: Order): Promise<void> {
  const response = await fetch(`${paymentSandbox}/checkout/${order.checkout}/pay`, { method: 'POST' });
  if (!response.ok) throw new Error(`The payment page returned ${response.status}`);
  await eventually(async () => {
    const { status } = await readOrder(admin, order.id);
    if (status !== 'confirmed') throw new Error(`The paid order is ${status}`);
  });
}

/** Moves a sub-order as its vendor: `fulfilled`, `delivered`, `cancelled`. */
export async function move(
  vendor: HttpClient,
  subOrderId: string,
  name: 'fulfilled' | 'delivered' | 'cancelled',
  body: object = name === 'fulfilled'
    ? { providerId: 'self-handled' }
    : name === 'cancelled'
      ? { reason: 'Out of stock' }
      : {},
): Promise<void> {
  data(await vendor.post<unknown>(`/vendor/orders/${subOrderId}/${name}`, body));
}

/** Changes the controls of a sandbox; an empty patch sets all back. */
export async function control(sandbox: string, patch?: object): Promise<void> {
  const response = await fetch(`${sandbox}/_control`, {
    method: patch ? 'POST' : 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: patch && JSON.stringify(patch),
  });
  if (!response.ok) throw new Error(`The sandbox refused ${JSON.stringify(patch)}: ${await response.text()}`);
}

/** The calls that a sandbox got. */
export async function callsTo(
  sandbox: string,
): Promise<{ method: string; path: string; query: Record<string, string>; body: unknown }[]> {
  const response = await fetch(`${sandbox}/_log`);
  return ((await response.json()) as { requests: never[] }).requests;
}

export interface Mail {
  id: string;
  subject: string;
  /** How it was handed over. */
  via: 'smtp' | 'api';
  html: string | null;
  from: { name: string; address: string };
  headers: { name: string; value: string }[];
}

/** What the inbox lists of an address, newest first. */
export async function mailsTo(
  mailSandbox: string,
  address: string,
): Promise<{ id: string; subject: string }[]> {
  const response = await fetch(`${mailSandbox}/api/messages?q=${encodeURIComponent(address)}`);
  return ((await response.json()) as { messages: { id: string; subject: string }[] }).messages;
}

/** The newest mail to an address, once there is one. */
export function mailTo(mailSandbox: string, address: string, subject = ''): Promise<Mail> {
  return eventually(async () => {
    const found = await mailsTo(mailSandbox, address);
    const message = found.find((item) => item.subject.includes(subject));
    if (!message) throw new Error(`No mail to ${address} with ${subject}`);
    return (await (await fetch(`${mailSandbox}/api/messages/${message.id}`)).json()) as Mail;
  });
}

/** Waits until products are found by their titles, each of which has a word of its own. */
export async function indexed(anyone: HttpClient, products: readonly Product[]): Promise<void> {
  await eventually(async () => {
    for (const { title } of products) {
      const { body } = await anyone.get<{ products: { title: string }[] }>(
        `/store/product-search?q=${encodeURIComponent(title)}`,
      );
      if (!body.data.products.some((found) => found.title === title))
        throw new Error(`${title} is not in the index`);
    }
  });
}

/** Where a consent page sends the browser back to, after a click on `allow` or `deny`. */
export async function consented(authUrl: string, choice: 'allow' | 'deny' = 'allow'): Promise<string> {
  const url = new URL(authUrl);
  url.pathname = `${url.pathname}/${choice}`;
  const location = (await fetch(url, { redirect: 'manual' })).headers.get('location');
  if (!location) throw new Error('The consent page sent nobody on');
  const { pathname, search } = new URL(location);
  return pathname + search;
}
