import { createFeedTokens, type FeedPlatform, type Halt } from 'haat/plugin';
import { socialCatalogFeature } from '../domain/social-catalog.feature.js';
import { socialCatalogSettings } from '../domain/social-catalog.settings.js';
import { createSocialClient, type SocialClient } from '../integrations/social-client.js';
import { type SocialFailure, socialFailure } from '../integrations/social-failure.js';
import { socialFeed } from '../domain/social-catalog.feed.js';

const HOUR_SECONDS = 3_600;
const THROTTLED_SECONDS = 60;
const AWAY_SECONDS = 15;

/** The social catalog's API with the app of the settings, called with the token of the connection. */
export function createSocialRemote(deps: FeedPlatform) {
  const { settings } = deps;
  const service = deps.optionsOf(socialCatalogFeature);
  // Neither user tokens nor those of system users are refreshed: a dead one asks for another consent.
  const tokens = createFeedTokens(deps, socialFeed, null);

  const client = (): SocialClient =>
    createSocialClient(service, {
      appId: settings.get(socialCatalogSettings.appId),
      appSecret: settings.get(socialCatalogSettings.appSecret),
    });

  /** A token that the service refuses marks the connection. */
  async function call<T>(work: (client: SocialClient, token: string) => Promise<T>): Promise<T> {
    const { accessToken, generation } = await tokens.current();
    try {
      return await work(client(), accessToken);
    } catch (error) {
      const { kind, message } = socialFailure(error);
      if (kind === 'dead_token') await tokens.die(generation, message);
      throw error;
    }
  }

  /** What concerns every call of the feed, and until when; null for a failure of one call alone. */
  function haltOf({ kind, message }: SocialFailure): Halt | null {
    switch (kind) {
      case 'dead_token':
        return { reason: 'reconnect_required', message, retryAfterSeconds: null };
      case 'no_permission':
        return { reason: 'no_access', message, retryAfterSeconds: HOUR_SECONDS };
      case 'policy':
        return { reason: 'account_refused', message, retryAfterSeconds: HOUR_SECONDS };
      case 'throttled':
        return { reason: 'quota_used_up', message, retryAfterSeconds: THROTTLED_SECONDS };
      case 'unavailable':
        return { reason: 'unavailable', message, retryAfterSeconds: AWAY_SECONDS };
      case 'refused':
        return null;
    }
  }

  return { client, tokens, call, haltOf };
}

export type SocialRemote = ReturnType<typeof createSocialRemote>;
