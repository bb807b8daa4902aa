import { createFanOutHandler, createFanOutPass } from '#activities/_shared/fan-out.js';
import type { FeatureActivities } from '#activities/_shared/feature-activities.js';
import { sweepRows } from '#activities/_shared/sweep-rows.js';
import { createHandlesRepository } from '#db/feeds/handles.repository.js';
import { createIntentsRepository } from '#db/feeds/intents.repository.js';
import { createOauthStatesRepository } from '#db/feeds/oauth-states.repository.js';
import { createRevocationsRepository } from '#db/feeds/revocations.repository.js';
import { createFeeds } from '#operations/feeds/registered-feeds.js';
import type { Platform } from '#operations/platform.js';
import { createCollectHandler, variantsOf } from './collect-intents.js';
import { createFeedPassesActivities } from './feed-passes.activities.js';
import { createPushPass } from './push-intents.js';
import { createRevocationActivities } from './revocation.activities.js';

const FAN_OUT = 'feeds-fan-out';
const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;
const SWEEP_CHUNK = 1_000;

export function createFeedsQueues(platform: Platform): FeatureActivities {
  const feeds = createFeeds(platform);
  const intents = createIntentsRepository();
  const handles = createHandlesRepository();
  const states = createOauthStatesRepository();
  const revocations = createRevocationsRepository();

  /** Intents and batches a week after their end, states and credentials once they are of no use. */
  const sweepFeeds = () => {
    const now = platform.clock.now();
    const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
    return sweepRows(platform, 'sweepFeeds', {
      intents: (tx) => intents.deleteFinished(tx, ago(KEPT_DAYS), SWEEP_CHUNK),
      handles: (tx) => handles.deleteFinished(tx, ago(KEPT_DAYS), SWEEP_CHUNK),
      states: (tx) => states.deleteExpired(tx, now, SWEEP_CHUNK),
      revocations: (tx) => revocations.deleteOlder(tx, ago(1), SWEEP_CHUNK),
    });
  };

  return {
    queues: {
      core: createRevocationActivities({ ...platform, feeds }),
      feeds: createFeedPassesActivities({ ...platform, feeds }),
    },
    drains: {
      'feeds-intents': createCollectHandler(platform, [...feeds.keys()]),
      [FAN_OUT]: createFanOutHandler(platform, FAN_OUT, variantsOf),
    },
    passes: {
      [FAN_OUT]: createFanOutPass(platform, FAN_OUT, intents, variantsOf),
      ...Object.fromEntries([...feeds].map(([id, feed]) => [`feeds-${id}`, createPushPass(platform, feed)])),
    },
    sweeps: { core: { feeds: sweepFeeds } },
  };
}
