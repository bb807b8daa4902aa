import { type PaymentSandbox, startPaymentSandbox } from '../../sandboxes/payments/payment-sandbox.js';
import type { HttpResponse, HttpClient } from './http-client.js';
import { createBuyer, createSellableVariant, type TestBuyer } from './orders.js';
import { type PlatformOptions, startPlatform, type TestPlatform } from './platform.js';
import { addressOf, createVendor, type TestVendor } from './vendors.js';

const SECRET = 'sandbox-webhook-secret';

/** A platform with the payment sandbox beside it, each knowing the other. */
export interface TestShop extends TestPlatform {
  sandbox: PaymentSandbox;
}

export async function startShop(options: PlatformOptions = {}): Promise<TestShop> {
  const sandbox = await startPaymentSandbox({ port: 0, secret: SECRET, retryDelaysMs: [50, 100, 200, 400] });
  const platform = await startPlatform({
    ...options,
    environment: {
      PAYMENT_SANDBOX_URL: sandbox.url,
      PAYMENT_SANDBOX_SECRET: SECRET,
      ...options.environment,
    },
  });
  sandbox.sendWebhooksTo(platform.url);
  return {
    ...platform,
    sandbox,
    async stop() {
      await sandbox.close();
      await platform.stop();
    },
  };
}

/** As much of a cart's response as tests look at. */
export interface CartResponse {
  id: string;
  status: string;
  email: string | null;
  orderId: string | null;
  lines: {
    id: string;
    variantId: string;
    vendorId: string;
    quantity: number;
    purchasable: boolean;
    unitPrice: number | null;
    originalPrice: number | null;
    subtotal: number;
    taxes: { type: string; rate: number; amount: number }[];
    taxTotal: number;
    total: number;
  }[];
  groups: {
    vendorId: string;
    subtotal: number;
    shippingTotal: number;
    freeShippingMissingSubunit: number | null;
    taxTotal: number;
    total: number;
  }[];
  coupons: {
    code: string;
    name: string;
    amount: number;
    waivedShipping: number;
    applied: boolean;
    reason: string | null;
  }[];
  totals: {
    itemCount: number;
    subtotal: number;
    discountTotal: number;
    shippingTotal: number;
    taxTotal: number;
    grandTotal: number;
  };
  warnings: {
    code: string;
    lineId: string | null;
    couponCode: string | null;
    message: string;
    blocking: boolean;
  }[];
  canPlaceOrder: boolean;
}

export interface PlacedResponse {
  order: {
    id: string;
    orderNumber: string;
    status: string;
    paymentStatus: string;
    grandTotal: number;
    refundedTotal: number;
    cancelReason: string | null;
    discountTotal: number;
    coupons: Record<string, unknown>[];
    vendors: { id: string; vendorId: string; status: string; lines: Record<string, unknown>[] }[];
  };
  payment: { id: string; providerId: string; status: string; action: { type: string; url?: string } };
}

/** A buyer's client with a cart of these items, addressed and ready to be ordered. */
export interface ReadyCart {
  buyer: TestBuyer;
  http: HttpClient;
  cart: CartResponse;
}

export async function readyCart(
  shop: TestPlatform,
  items: readonly { variantId: string; quantity?: number }[],
  options: { buyer?: TestBuyer; anonymous?: boolean } = {},
): Promise<ReadyCart> {
  const buyer = options.buyer ?? (await createBuyer(shop.container, { anonymous: options.anonymous }));
  const http = shop.http.as(buyer.token);
  const { id } = data(await http.post<CartResponse>('/store/carts'));
  for (const { variantId, quantity = 1 } of items)
    data(await http.post<CartResponse>(`/store/carts/${id}/items`, { variantId, quantity }));
  const addresses = { shippingAddress: addressOf(), email: buyer.email };
  const cart = data(await http.put<CartResponse>(`/store/carts/${id}/addresses`, addresses));
  return { buyer, http, cart };
}

/** Orders a cart as it stands. */
export function placeOrder(
  { http, cart }: ReadyCart,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<HttpResponse<PlacedResponse>> {
  return http.post<PlacedResponse>(
    `/store/carts/${cart.id}/place-order`,
    { expectedTotal: cart.totals.grandTotal, paymentOption: 'sandbox', ...body },
    headers,
  );
}

/** The data of a success; anything else fails the test with the response. */
export function data<T>(response: HttpResponse<T>): T {
  if (response.status >= 300)
    throw new Error(`responded with ${response.status}: ${JSON.stringify(response.body)}`);
  return response.body.data;
}

/** The sandbox's order behind a placed order's payment page. */
export function sandboxOrderOf({ payment }: PlacedResponse): string {
  const id = payment.action.url?.split('/').pop();
  if (!id) throw new Error('The payment has no page to go to');
  return id;
}

/** A vendor with one variant on sale. */
export async function vendorWithVariant(
  { container }: Pick<TestPlatform, 'container'>,
  fields: Parameters<typeof createSellableVariant>[2] = {},
): Promise<{ vendor: TestVendor; variantId: string; productId: string }> {
  const vendor = await createVendor(container);
  const { variantId, productId } = await createSellableVariant(container, vendor.vendorId, fields);
  return { vendor, variantId, productId };
}
