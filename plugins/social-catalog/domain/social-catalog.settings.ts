import { feedPaceSettings, feedText, setting, sharedFeedSettings, z } from 'haat/plugin';

const group = 'social';
const title = 'social catalog';

/** The path that the redirect URI has to end with. */
const CALLBACK_PATH = '/admin/social-catalog/oauth/callback';

/** `http` is good enough for localhost; production asks for https when the consent begins. */
function isRedirectUri(text: string): boolean {
  if (text === '') return true;
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username } = new URL(text);
  const local = hostname === 'localhost' || hostname === '127.0.0.1';
  if (search || hash || username || !pathname.endsWith(CALLBACK_PATH)) return false;
  return protocol === 'https:' || (protocol === 'http:' && local);
}

export const tokenKinds = ['user', 'system_user'] as const;
export type TokenKind = (typeof tokenKinds)[number];

export const socialCatalogSettings = {
  appId: feedText(`${group}.app_id`, 'App id of the social catalog'),
  appSecret: feedText(`${group}.app_secret`, 'App secret of the social catalog', { secret: true, max: 500 }),
  redirectUri: setting<string>('admin', `${group}.redirect_uri`, {
    schema: z.string().trim().max(500).refine(isRedirectUri, `must look like https://<host>${CALLBACK_PATH}`),
    default: '',
    description: `Address that the consent returns to, as it is registered with the app: \`https://<host>${CALLBACK_PATH}\``,
    // What the app at the other service knows of this one.
    credential: true,
  }),
  businessId: feedText(`${group}.business_id`, 'Business of the selected catalog'),
  catalogId: feedText(`${group}.catalog_id`, 'Selected catalog'),
  systemUserId: feedText(`${group}.system_user_id`, 'System user that writes to the catalog'),
  tokenKind: setting<'' | TokenKind>('admin', `${group}.token_kind`, {
    schema: z.enum(['', ...tokenKinds]),
    default: '',
    description: 'Kind of the stored token: `user` until a catalog is selected, then `system_user`',
  }),
  handlePollMaxAgeMinutes: setting<number>('admin', `${group}.handle_poll_max_age_minutes`, {
    schema: z.int().min(1).max(1_440),
    default: 60,
    description: 'Items whose batch is not finished after so many minutes fail with `poll_timeout`',
  }),
  ...sharedFeedSettings(group, title),
  ...feedPaceSettings(group, title, 3_000),
} as const;
