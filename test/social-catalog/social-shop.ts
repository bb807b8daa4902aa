import { type SocialSandbox, startSocialSandbox } from '../../sandboxes/social/social-sandbox.js';
import { createSession, type TestSession } from '../_support/accounts.js';
import type { HttpResponse, HttpClient } from '../_support/http-client.js';
import { type PlatformOptions, startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct, type NewTestProduct } from '../_support/products.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { consented } from '../merchant-feed/merchant-shop.js';

export const SOCIAL_SECRET = 'social-sandbox-app-secret-0000';
export const CATALOG_ID = '7001';
export const BUSINESS_ID = '9001';

export const socialSettings = {
  'social.app_id': '123456789',
  'social.app_secret': SOCIAL_SECRET,
  'social.redirect_uri': 'http://localhost:4000/admin/social-catalog/oauth/callback',
  'social.storefront_base_url': 'https://store.example.com',
  'social.storefront_product_path': '/p/{slug}',
  'social.sync_interval_seconds': 0,
  'tax.prices_include_tax': true,
};

export const mainCatalog = {
  businessId: BUSINESS_ID,
  businessName: 'Sandbox Business',
  catalogId: CATALOG_ID,
  catalogName: 'Main catalog',
};

/** A platform with the social sandbox beside it, an operator and a vendor. */
export interface SocialShop extends TestPlatform {
  social: SocialSandbox;
  admin: TestSession;
  asAdmin: HttpClient;
  vendor: TestVendor;
  /** The address of the consent dialog, and the cookie of the browser that began. */
  start(): Promise<{ authUrl: string; cookie: string }>;
  /** Consents in the place of a person. */
  consent(): Promise<HttpResponse<unknown>>;
  select(choice?: object): Promise<HttpResponse<{ status: string; systemUserId: string | null }>>;
  product(fields?: NewTestProduct): ReturnType<typeof createProduct>;
}

export async function startSocialShop(options: PlatformOptions = {}): Promise<SocialShop> {
  const social = await startSocialSandbox({ port: 0, appSecret: SOCIAL_SECRET });
  const platform = await startPlatform({
    workers: ['core', 'feeds', 'relay'],
    ...options,
    environment: { SOCIAL_API_URL: social.url, SOCIAL_DIALOG_URL: social.url, ...options.environment },
  });
  const { container, http } = platform;
  const admin = await createSession(container, { roles: ['superAdmin'] });
  const asAdmin = http.as(admin.token);
  const vendor = await createVendor(container);
  data(await asAdmin.patch('/admin/settings/admin', socialSettings));
  const start = async () => {
    const response = await asAdmin.get<{ authUrl: string }>('/admin/social-catalog/oauth/start');
    const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    return { authUrl: data(response).authUrl, cookie };
  };
  return {
    ...platform,
    social,
    admin,
    asAdmin,
    vendor,
    start,
    async consent() {
      const { authUrl, cookie } = await start();
      return http.get<unknown>(await consented(authUrl), { cookie });
    },
    select: (choice = mainCatalog) => asAdmin.post('/admin/social-catalog/select-catalog', choice),
    product: (fields = {}) =>
      createProduct(container, vendor.vendorId, { thumbnail: 'media/platform/lamp.png', ...fields }),
    async stop() {
      await platform.stop();
      await social.close();
    },
  };
}
