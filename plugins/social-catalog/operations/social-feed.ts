import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Allowance,
  AppError,
  type ChangeOutcome,
  type Feed,
  type FeedChange,
  feedConfiguration,
  feedPricing,
  type FeedPlatform,
  type Halt,
  type SendControl,
  type SendResult,
  settingsFingerprint,
} from 'haat/plugin';
import { mapSocialItem, SOCIAL_MAPPER_VERSION, type SocialItem } from '../domain/map-item.js';
import { socialCatalogSettings } from '../domain/social-catalog.settings.js';
import type { ItemRequest } from '../integrations/social-client.js';
import { socialFailure } from '../integrations/social-failure.js';
import { createSocialRemote, type SocialRemote } from './social-remote.js';
import { socialFeed } from '../domain/social-catalog.feed.js';

/** A new catalog takes about eight calls a minute; a call too many gets a response in words. */
const CALLS_A_MINUTE = 8;
const CALLS_A_DAY = CALLS_A_MINUTE * 24 * 60;
const ITEMS_A_CALL = socialFeed.roundLimit;
/** The service takes 28 MB; the rest is room for what is around the items. */
const MAX_BYTES = 27 * 1024 * 1024;
/** So near to its limit the service is given a pause. */
const NEARLY_USED_UP = 95;
const PAUSE_SECONDS = 60;

/** The social catalog as the kernel sees it: large batches, few calls, responses later on. */
export function createSocialFeed(deps: FeedPlatform, remote: SocialRemote = createSocialRemote(deps)): Feed {
  const { config, settings } = deps;

  const payloadSettings = () => ({
    storefrontBaseUrl: settings.get(socialCatalogSettings.storefrontBaseUrl),
    storefrontProductPath: settings.get(socialCatalogSettings.storefrontProductPath),
    currency: settings.get(socialCatalogSettings.currency),
    condition: settings.get(socialCatalogSettings.defaultCondition),
    apiBaseUrl: config.PUBLIC_API_BASE_URL,
    variantFields: settings.get(socialCatalogSettings.variantFields),
    pricing: feedPricing(deps),
  });
  const target = () => socialFeed.target((setting) => settings.get(setting));

  /** One batch; what became of its items is known once it is finished. */
  async function sendBatch(
    changes: readonly FeedChange[],
    catalogId: string,
    signal: AbortSignal,
  ): Promise<SendResult> {
    try {
      const { handle, invalid, usage } = await remote.call((client, token) =>
        client.sendItems(token, catalogId, changes.map(requestOf), signal),
      );
      const outcomes = new Map(
        changes.map((change) => [change.intentId, outcomeOf(change, handle, invalid)]),
      );
      const waitSeconds = usage.waitMinutes * 60;
      const isNear = usage.percent >= NEARLY_USED_UP || waitSeconds > 0;
      const message = 'The calls of the catalog are nearly used up';
      const halt: Halt = {
        reason: 'quota_used_up',
        message,
        retryAfterSeconds: Math.max(waitSeconds, PAUSE_SECONDS),
      };
      return isNear ? { outcomes, halt } : { outcomes };
    } catch (error) {
      if (error instanceof AppError) {
        const halt: Halt = { reason: 'reconnect_required', message: error.message, retryAfterSeconds: null };
        return { outcomes: new Map(), halt };
      }
      const failure = socialFailure(error);
      const halt = remote.haltOf(failure);
      // A batch that is refused as a whole says nothing about its items: each counts an attempt.
      const passes = failure.kind === 'unavailable' || failure.kind === 'throttled';
      const kind = halt && !passes ? null : passes ? 'retry' : 'refused';
      const outcome = kind && ({ kind, message: failure.message } as ChangeOutcome);
      const outcomes = new Map(outcome ? changes.map(({ intentId }) => [intentId, outcome] as const) : []);
      return halt ? { outcomes, halt } : { outcomes };
    }
  }

  return {
    id: 'social',
    declaration: socialFeed,
    target,
    configuration: () => feedConfiguration(socialFeed, (setting) => settings.get(setting)),
    mode: () => settings.get(socialCatalogSettings.feedMode),
    syncEnabled: () => settings.get(socialCatalogSettings.syncEnabled),
    intervalSeconds: () => settings.get(socialCatalogSettings.syncIntervalSeconds),
    batchSize: () => settings.get(socialCatalogSettings.syncBatchSize),
    fingerprint: () =>
      settingsFingerprint(payloadSettings(), {
        catalogId: target(),
        mode: settings.get(socialCatalogSettings.feedMode),
        version: SOCIAL_MAPPER_VERSION,
      }),
    map: (variant, now) => mapSocialItem(variant, payloadSettings(), now),
    mapperVersion: SOCIAL_MAPPER_VERSION,
    remoteIdOf: (variantId) => variantId,
    urgentPart: (payload) => {
      const { availability, price, sale_price } = payload as SocialItem;
      return { availability, price, sale_price: sale_price ?? null };
    },
    callsFor: (changes) => Math.ceil(changes / ITEMS_A_CALL),

    readAllowance: (): Promise<Allowance> =>
      Promise.resolve({ minuteLimit: CALLS_A_MINUTE, dayLimit: CALLS_A_DAY, dayUsed: 0 }),

    async send(
      changes,
      { signal, target: catalogId, firstCallAt, spacingMs }: SendControl,
    ): Promise<SendResult> {
      const result: SendResult = { outcomes: new Map() };
      let callAt = firstCallAt.getTime();
      for (const batch of batchesOf(changes)) {
        const wait = callAt - Date.now();
        callAt = Math.max(callAt, Date.now()) + spacingMs;
        if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) break;
        const { outcomes, halt } = await sendBatch(batch, catalogId, signal);
        for (const [id, outcome] of outcomes) result.outcomes.set(id, outcome);
        if (halt) return { ...result, halt };
      }
      return result;
    },

    async revoke({ accessToken }): Promise<void> {
      try {
        await remote.client().revoke(accessToken);
      } catch (error) {
        const { kind } = socialFailure(error);
        if (kind === 'unavailable' || kind === 'throttled') throw error;
      }
    },
  };
}

function requestOf({ kind, remoteId, payload }: FeedChange): ItemRequest {
  return kind === 'delete'
    ? { method: 'DELETE', data: { id: remoteId } }
    : { method: 'UPDATE', data: payload as Record<string, unknown> };
}

function outcomeOf(
  { remoteId }: FeedChange,
  handle: string | null,
  invalid: ReadonlyMap<string, string>,
): ChangeOutcome {
  const message = invalid.get(remoteId);
  if (message !== undefined) return { kind: 'refused', message };
  // No handle says that nothing was taken in.
  return handle ? { kind: 'submitted', handle } : { kind: 'retry', message: 'The batch was not taken in' };
}

/** In their order, as many as one call takes in items and bytes. */
function batchesOf(changes: readonly FeedChange[]): FeedChange[][] {
  const batches: FeedChange[][] = [];
  let bytes = 0;
  for (const change of changes) {
    const size = Buffer.byteLength(JSON.stringify(requestOf(change))) + 1;
    const last = batches.at(-1);
    if (last && last.length < ITEMS_A_CALL && bytes + size <= MAX_BYTES) {
      last.push(change);
      bytes += size;
    } else {
      batches.push([change]);
      bytes = size;
    }
  }
  return batches;
}
