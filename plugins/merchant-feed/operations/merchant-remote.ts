import {
  createConnectionsRepository,
  createFeedTokens,
  DeadGrantError,
  type FeedPlatform,
  type Halt,
  quotaDay,
  systemContext,
} from 'haat/plugin';
import { merchantFeedFeature } from '../domain/merchant-feed.feature.js';
import { merchantFeedSettings } from '../domain/merchant-feed.settings.js';
import { createMerchantClient, type MerchantClient } from '../integrations/merchant-client.js';
import { type MerchantFailure, merchantFailure } from '../integrations/merchant-failure.js';
import { createMerchantOauth } from '../integrations/merchant-oauth.js';
import { merchantFeed } from '../domain/merchant-feed.feed.js';

/** Consent and tokens have their own hosts at the real service. */
const CONSENT_HOST = 'https://accounts.google.com';
const TOKEN_HOST = 'https://oauth2.googleapis.com';
/** Registration takes effect about five minutes after it was asked for. */
const REGISTRATION_SECONDS = 300;
const HOUR_SECONDS = 3_600;
const THROTTLED_SECONDS = 30;

/** The merchant account of the settings, called with the token of the connection. */
export function createMerchantRemote(deps: FeedPlatform) {
  const { settings, clock, unitOfWork } = deps;
  const { apiUrl, oauthUrl } = deps.optionsOf(merchantFeedFeature);
  const connections = createConnectionsRepository();

  const oauth = () =>
    createMerchantOauth(
      { consent: `${oauthUrl ?? CONSENT_HOST}/o/oauth2/v2/auth`, token: oauthUrl ?? TOKEN_HOST },
      {
        clientId: settings.get(merchantFeedSettings.oauthClientId),
        clientSecret: settings.get(merchantFeedSettings.oauthClientSecret),
      },
    );

  const tokens = createFeedTokens(deps, merchantFeed, async (refreshToken) => {
    try {
      const { accessToken, refreshToken: next, expiresInSeconds } = await oauth().refresh(refreshToken);
      const expiresAt = new Date(clock.now().getTime() + expiresInSeconds * 1_000);
      return { accessToken, refreshToken: next, expiresAt };
    } catch (error) {
      const { kind, message } = merchantFailure(error);
      if (kind === 'dead_grant') throw new DeadGrantError(message, { cause: error });
      throw error;
    }
  });

  const present = () => settings.get(merchantFeedSettings.merchantId);

  /** Of the three causes of 401 only the expired token is mended by another one, once. */
  async function call<T>(
    work: (client: MerchantClient, token: string) => Promise<T>,
    merchantId = present(),
  ): Promise<T> {
    const api = createMerchantClient({ apiUrl, merchantId });
    const token = await tokens.current();
    try {
      return await work(api, token.accessToken);
    } catch (error) {
      if (merchantFailure(error).kind !== 'expired') throw error;
      const { accessToken } = await tokens.renew(token);
      return work(api, accessToken);
    }
  }

  async function recordUnreachable(): Promise<void> {
    const ctx = systemContext({ name: 'merchant-feed' }, clock.now());
    await unitOfWork.run(ctx, async (tx) => {
      const { account, generation } = await connections.lock(tx, 'merchant');
      const id = settings.get(merchantFeedSettings.merchantId);
      const known = account ?? { id, name: null, websiteUrl: null };
      const readAt = clock.now().toISOString();
      await connections.update(tx, 'merchant', generation, {
        account: { ...known, reachable: false, readAt },
      });
    });
  }

  /**
   * What concerns every call of the feed, and until when; null for a failure of one call alone. An account that is not
   * the one of the settings is neither registered nor marked.
   */
  async function haltOf(failure: MerchantFailure, merchantId = present()): Promise<{ halt: Halt } | null> {
    const { kind, message, retryAfterSeconds } = failure;
    const isPresent = merchantId === present();
    const halt = (reason: Halt['reason'], seconds: number | null) => ({
      halt: { reason, message, retryAfterSeconds: seconds },
    });
    switch (kind) {
      case 'dead_grant':
        return halt('reconnect_required', null);
      case 'not_registered':
        if (isPresent) await call((api, token) => api.register(token)).catch(merchantFailure);
        return halt('not_registered', REGISTRATION_SECONDS);
      case 'no_access':
        if (isPresent) await recordUnreachable();
        return halt('no_access', HOUR_SECONDS);
      case 'expired':
      case 'account':
        return halt('account_refused', HOUR_SECONDS);
      case 'throttled':
        return halt('quota_used_up', retryAfterSeconds ?? THROTTLED_SECONDS);
      case 'day_used_up':
        return halt('quota_used_up', (quotaDay(clock.now()).ends.getTime() - clock.now().getTime()) / 1_000);
      default:
        return null;
    }
  }

  return { oauth, tokens, call, haltOf };
}

export type MerchantRemote = ReturnType<typeof createMerchantRemote>;
