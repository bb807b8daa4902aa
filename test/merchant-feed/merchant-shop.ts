import { type MerchantSandbox, startMerchantSandbox } from '../../sandboxes/merchant/merchant-sandbox.js';
import { createSession, type TestSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { type PlatformOptions, startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct, type NewTestProduct } from '../_support/products.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';

export const MERCHANT_ID = '4711';
export const MERCHANT_SECRET = 'merchant-sandbox-client-secret-0000';

export const merchantSettings = {
  'merchant_feed.oauth_client_id': 'haat.apps.sandbox',
  'merchant_feed.oauth_client_secret': MERCHANT_SECRET,
  'merchant_feed.merchant_id': MERCHANT_ID,
  'merchant_feed.storefront_base_url': 'https://store.example.com',
  'merchant_feed.storefront_product_path': '/products/{slug}',
  'merchant_feed.data_source_id': '1001',
  'merchant_feed.sync_interval_seconds': 0,
  'merchant_feed.shipping_configured': true,
  'tax.prices_include_tax': true,
};

/** A platform with the merchant sandbox beside it, an operator and a vendor. */
export interface MerchantShop extends TestPlatform {
  merchant: MerchantSandbox;
  admin: TestSession;
  asAdmin: HttpClient;
  vendor: TestVendor;
  /** Consents in the place of a person, and takes the response to the callback. */
  connect(): Promise<void>;
  product(fields?: NewTestProduct): ReturnType<typeof createProduct>;
}

/** Where the consent page sends the browser, after a click on `allow` or `deny`. */
export async function consented(authUrl: string, choice: 'allow' | 'deny' = 'allow'): Promise<string> {
  const url = new URL(authUrl);
  url.pathname = `${url.pathname}/${choice}`;
  const response = await fetch(url, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (!location) throw new Error(`The consent page returned ${response.status} without sending anyone on`);
  const { pathname, search } = new URL(location);
  return pathname + search;
}

export async function startMerchantShop(options: PlatformOptions = {}): Promise<MerchantShop> {
  const { clock } = options;
  const now = clock && (() => clock.now().getTime());
  const merchant = await startMerchantSandbox({ port: 0, clientSecret: MERCHANT_SECRET, now });
  const platform = await startPlatform({
    workers: ['core', 'feeds', 'relay'],
    ...options,
    environment: { MERCHANT_API_URL: merchant.url, ...options.environment },
  });
  const { container, http } = platform;
  const admin = await createSession(container, { roles: ['superAdmin'] });
  const asAdmin = http.as(admin.token);
  const vendor = await createVendor(container);
  data(await asAdmin.patch('/admin/settings/admin', merchantSettings));
  return {
    ...platform,
    merchant,
    admin,
    asAdmin,
    vendor,
    async connect() {
      const { authUrl } = data(await asAdmin.get<{ authUrl: string }>('/admin/merchant-feed/oauth/start'));
      const response = await http.get<unknown>(await consented(authUrl));
      if (response.status !== 200) throw new Error(`The callback returned ${JSON.stringify(response.body)}`);
    },
    product: (fields = {}) =>
      createProduct(container, vendor.vendorId, { thumbnail: 'media/platform/lamp.png', ...fields }),
    async stop() {
      await platform.stop();
      await merchant.close();
    },
  };
}
