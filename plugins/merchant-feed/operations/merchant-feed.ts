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
  HttpCallError,
  type SendControl,
  sendInOrder,
  settingsFingerprint,
} from 'haat/plugin';
import { merchantFeedSettings as settingsOf } from '../domain/merchant-feed.settings.js';
import { type MerchantFailure, merchantFailure } from '../integrations/merchant-failure.js';
import { createMerchantRemote, type MerchantRemote } from './merchant-remote.js';
import { merchantFeed } from '../domain/merchant-feed.feed.js';
import {
  mapProductInput,
  MERCHANT_MAPPER_VERSION,
  type MerchantPayloadSettings,
  merchantProductId,
  type ProductInput,
  urgentPart,
} from '../domain/map-product-input.js';

const MINUTE_SECONDS = 60;
/** A push that the stored version outdates is tried so often with a later one, then it has failed. */
const MAX_ABORTED = 2;
/** Where the account says nothing of its quota. */
const CAUTIOUS: Allowance = { minuteLimit: 60, dayLimit: 10_000, dayUsed: 0 };

/** The merchant feed as the kernel sees it. */
export function createMerchantFeed(
  deps: FeedPlatform,
  remote: MerchantRemote = createMerchantRemote(deps),
): Feed {
  const { config, settings } = deps;

  const payloadSettings = (): MerchantPayloadSettings => ({
    storefrontBaseUrl: settings.get(settingsOf.storefrontBaseUrl),
    storefrontProductPath: settings.get(settingsOf.storefrontProductPath),
    currency: settings.get(settingsOf.currency),
    condition: settings.get(settingsOf.defaultCondition),
    language: settings.get(settingsOf.language),
    feedLabel: settings.get(settingsOf.country),
    apiBaseUrl: config.PUBLIC_API_BASE_URL,
    variantFields: settings.get(settingsOf.variantFields),
    pricing: feedPricing(deps),
    sendsShipping: !settings.get(settingsOf.shippingConfigured),
  });

  async function sendOne(
    change: FeedChange,
    control: Pick<SendControl, 'signal' | 'target' | 'holds'>,
    aborted = 0,
  ): Promise<ChangeOutcome | { halt: Halt; outcome?: ChangeOutcome }> {
    const { signal, target } = control;
    const [merchantId = '', dataSourceId = ''] = target.split('-');
    try {
      await remote.call((client, token) => {
        if (!change.payload)
          return client.deleteProduct(token, { dataSourceId, productId: change.remoteId }, signal);
        const input = { dataSourceId, versionNumber: change.version, product: change.payload };
        return client.insertProduct(token, input, signal);
      }, merchantId);
      return { kind: 'done', version: change.version };
    } catch (error) {
      if (error instanceof AppError) return { halt: haltOfConnection(error) };
      const failure = merchantFailure(error);
      // What is not there is as good as deleted.
      if (failure.kind === 'not_found' && change.kind === 'delete') return { kind: 'done' };
      // A higher version is stored, from before a restore or by another clock; or by the process that has the intent now.
      if (failure.kind === 'outdated' && aborted < MAX_ABORTED && (await control.holds(change.intentId))) {
        const version = Math.max(Date.now(), change.version) + 1;
        return sendOne({ ...change, version }, control, aborted + 1);
      }
      const halted = await remote.haltOf(failure, merchantId);
      if (!halted) return outcomeOf(failure);
      // A call too many counts as an attempt of its item; what concerns the account does not.
      return failure.kind === 'throttled' ? { ...halted, outcome: outcomeOf(failure) } : halted;
    }
  }

  return {
    id: 'merchant',
    declaration: merchantFeed,
    target: () => merchantFeed.target((setting) => settings.get(setting)),
    configuration: () => feedConfiguration(merchantFeed, (setting) => settings.get(setting)),
    mode: () => settings.get(settingsOf.feedMode),
    syncEnabled: () => settings.get(settingsOf.syncEnabled),
    intervalSeconds: () => settings.get(settingsOf.syncIntervalSeconds),
    batchSize: () => settings.get(settingsOf.syncBatchSize),
    fingerprint: () =>
      settingsFingerprint(payloadSettings(), {
        merchantId: settings.get(settingsOf.merchantId),
        dataSourceId: settings.get(settingsOf.dataSourceId),
        mode: settings.get(settingsOf.feedMode),
        version: MERCHANT_MAPPER_VERSION,
      }),
    map: (variant, now) => mapProductInput(variant, payloadSettings(), now),
    mapperVersion: MERCHANT_MAPPER_VERSION,
    remoteIdOf: (variantId) => merchantProductId(payloadSettings(), variantId),
    urgentPart: (payload) => urgentPart(payload as ProductInput),
    callsFor: (changes) => changes,

    async readAllowance(signal: AbortSignal): Promise<Allowance | Halt> {
      try {
        const group = await remote.call((client, token) => client.readQuota(token, signal));
        if (!group) return CAUTIOUS;
        return {
          minuteLimit: group.quotaMinuteLimit ?? CAUTIOUS.minuteLimit,
          dayLimit: group.quotaLimit ?? CAUTIOUS.dayLimit,
          dayUsed: group.quotaUsage ?? 0,
        };
      } catch (error) {
        if (error instanceof AppError) return haltOfConnection(error);
        const failure = merchantFailure(error);
        const halted = await remote.haltOf(failure);
        return (
          halted?.halt ?? {
            reason: 'unavailable',
            message: failure.message,
            retryAfterSeconds: MINUTE_SECONDS,
          }
        );
      }
    },

    send: (changes: readonly FeedChange[], control: SendControl) =>
      sendInOrder(changes, control, (change) => sendOne(change, control)),

    async revoke({ accessToken, refreshToken }): Promise<void> {
      try {
        await remote.oauth().revoke(refreshToken ?? accessToken);
      } catch (error) {
        if (!(error instanceof HttpCallError)) throw error;
        const { kind } = merchantFailure(error);
        if (kind === 'unavailable' || kind === 'throttled') throw error;
      }
    },
  };
}

/** The connection has ended, or its grant is dead, while a round was under way. */
function haltOfConnection(error: AppError): Halt {
  return { reason: 'reconnect_required', message: error.message, retryAfterSeconds: null };
}

function outcomeOf({ kind, message, retryAfterSeconds }: MerchantFailure): ChangeOutcome {
  const passes = kind === 'unavailable' || kind === 'throttled';
  return passes ? { kind: 'retry', message, retryAfterSeconds } : { kind: 'refused', message };
}
