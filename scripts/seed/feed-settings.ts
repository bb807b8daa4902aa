import type { Setting } from '#domain/_shared/setting.js';
import { merchantFeedSettings as merchant } from '#domain/merchant-feed/merchant-feed.settings.js';
import { socialCatalogSettings as social } from '#domain/social-catalog/social-catalog.settings.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Container } from '#runtime/container.js';

export const SANDBOX_MERCHANT_ID = '4711';
/** The catalog of the social sandbox that is selected. */
export const SANDBOX_CATALOG = {
  ...{ businessId: '9001', businessName: 'Sandbox Business' },
  ...{ catalogId: '7001', catalogName: 'Main catalog' },
};
/** What a first bootstrap asks for, as an administrator sets it. */
export const feedRequirements = { 'tax.prices_include_tax': true, 'merchant_feed.shipping_configured': true };
const STOREFRONT = 'https://store.example.com';
const CALLBACK = '/admin/social-catalog/oauth/callback';

type Deps = Pick<Container, 'config' | 'keyring' | 'settingsRepository' | 'live'>;

/** What both feeds need before they are connected: the applications and accounts that the sandboxes know. */
export async function writeFeedSettings(tx: Tx, container: Deps): Promise<number> {
  const { config, keyring, settingsRepository, live } = container;
  const values = [
    given(merchant.oauthClientId, 'haat.apps.sandbox'),
    given(
      merchant.oauthClientSecret,
      process.env['MERCHANT_SANDBOX_SECRET'] || 'merchant-sandbox-client-secret-0000',
    ),
    given(merchant.merchantId, SANDBOX_MERCHANT_ID),
    given(merchant.dataSourceId, '1001'),
    given(merchant.storefrontBaseUrl, STOREFRONT),
    given(social.appId, '123456789'),
    given(social.appSecret, process.env['SOCIAL_SANDBOX_SECRET'] || 'social-sandbox-app-secret-0000'),
    given(social.redirectUri, `${config.PUBLIC_API_BASE_URL}${CALLBACK}`),
    given(social.storefrontBaseUrl, STOREFRONT),
  ];
  await settingsRepository.lockRevision(tx);
  await settingsRepository.write(
    tx,
    null,
    values.map(({ setting, value }) => ({
      key: setting.key,
      value: setting.secret ? keyring.encrypt(value) : value,
    })),
  );
  await live.publish(tx, 'settings', 'shared');
  return values.length;
}

function given(setting: Setting<string>, value: string) {
  return { setting, value: setting.schema.parse(value) };
}

/**
 * Clicks through the consent page of a sandbox, as a person does.
 * @param path of the operations of the feed
 */
export async function consentToFeed(apiUrl: string, token: string, path: string): Promise<void> {
  const start = await fetch(`${apiUrl}${path}/oauth/start`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await start.json()) as { data: { authUrl: string } };
  const page = new URL(data.authUrl);
  page.pathname += '/allow';
  const agreed = await fetch(page, { redirect: 'manual' });
  const back = new URL(agreed.headers.get('location') ?? '');
  const cookie = (start.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const response = await fetch(`${apiUrl}${back.pathname}${back.search}`, { headers: { cookie }, redirect: 'manual' }); // prettier-ignore
  if (response.status >= 400) throw new Error(`${path} refuses the consent: ${await response.text()}`);
}
