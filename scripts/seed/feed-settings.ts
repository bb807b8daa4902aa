import type { Setting } from '#domain/_shared/setting.js';
import { findSetting } from '#domain/settings/registry.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Container } from '#runtime/container.js';

export const SANDBOX_MERCHANT_ID = '4711';
/** The catalog of the social sandbox that is selected. */
export const SANDBOX_CATALOG = {
  businessId: '9001',
  businessName: 'Sandbox Business',
  catalogId: '7001',
  catalogName: 'Main catalog',
};
const STOREFRONT = 'https://store.example.com';
const CALLBACK = '/admin/social-catalog/oauth/callback';

type Deps = Pick<Container, 'config' | 'keyring' | 'settingsRepository' | 'live'>;

/** What both feeds need before they are connected: the applications and accounts that the sandboxes know. */
export async function writeFeedSettings(tx: Tx, container: Deps): Promise<number> {
  const { config, keyring, settingsRepository, live } = container;
  const values = [
    given('merchant_feed.oauth_client_id', 'haat.apps.sandbox'),
    given(
      'merchant_feed.oauth_client_secret',
      process.env['MERCHANT_SANDBOX_SECRET'] || 'merchant-sandbox-client-secret-0000',
    ),
    given('merchant_feed.merchant_id', SANDBOX_MERCHANT_ID),
    given('merchant_feed.data_source_id', '1001'),
    given('merchant_feed.storefront_base_url', STOREFRONT),
    given('social.app_id', '123456789'),
    given('social.app_secret', process.env['SOCIAL_SANDBOX_SECRET'] || 'social-sandbox-app-secret-0000'),
    given('social.redirect_uri', `${config.PUBLIC_API_BASE_URL}${CALLBACK}`),
    given('social.storefront_base_url', STOREFRONT),
  ].flat();
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

/** Nothing of a feed whose plugin is not registered. */
function given(key: string, value: string): { setting: Setting<unknown>; value: string }[] {
  const setting = findSetting('admin', key);
  return setting ? [{ setting, value: setting.schema.parse(value) as string }] : [];
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
  const response = await fetch(`${apiUrl}${back.pathname}${back.search}`, {
    headers: { cookie },
    redirect: 'manual',
  });
  if (response.status >= 400) throw new Error(`${path} refuses the consent: ${await response.text()}`);
}
