import type { QuotaUse } from '#db/feeds/connections.repository.js';
import type { FeedConfiguration } from '#domain/feeds/configuration.js';
import type { FeedId, PauseReason } from '#domain/feeds/feed.js';
import type { FeedDeclaration } from '#domain/feeds/feed-declaration.js';
import type { FeedMode } from '#domain/feeds/feeds.settings.js';
import type { FeedVariant } from '#domain/feeds/feed-variant.js';
import type { Mapped } from '#domain/feeds/mapped-item.js';

/** A change of the remote side. */
export interface FeedChange {
  intentId: number;
  variantId: string;
  remoteId: string;
  kind: 'upsert' | 'delete';
  /** Null for a delete. */
  payload: object | null;
  /** Grows with every push of the item, for remote sides that refuse an older state. */
  version: number;
}

/** What became of one change; those without an outcome were not tried. */
export type ChangeOutcome =
  | {
      kind: 'done';
      /** Where another one than that of the change was accepted. */
      version?: number;
    }
  /** Accepted; a batch of this handle says later what became of it. */
  | { kind: 'submitted'; handle: string }
  | { kind: 'refused'; message: string }
  | { kind: 'retry'; message: string; retryAfterSeconds?: number };

/** Why a feed stops sending, and when it tries again; null is not before an operator acts. */
export interface Halt {
  reason: PauseReason;
  message: string;
  retryAfterSeconds: number | null;
}

export interface SendResult {
  outcomes: Map<number, ChangeOutcome>;
  halt?: Halt;
}

export interface SendControl {
  signal: AbortSignal;
  /** Where the items stand: a round keeps the target that it began with, whatever the settings say by then. */
  target: string;
  /** When the first call may be made, and how far apart calls begin. */
  firstCallAt: Date;
  spacingMs: number;
  /** Whether an intent is still in the hands of the round: a process that was held up has lost it to another one. */
  holds: (intentId: number) => Promise<boolean>;
}

/** The allowance as the remote side states it. */
export type Allowance = Pick<QuotaUse, 'minuteLimit' | 'dayLimit' | 'dayUsed'>;

/** What is encrypted in the row of a connection. */
export interface FeedCredentials {
  accessToken: string;
  refreshToken: string | null;
}

/** A feed as the kernel sees it: settings, mapping and the remote side of one external catalog. */
export interface Feed {
  id: FeedId;
  declaration: FeedDeclaration;
  /** Where its items stand as the settings say: an account and data source, or a catalog. Empty while it is not set. */
  target(): string;
  configuration(): FeedConfiguration;
  mode(): FeedMode;
  syncEnabled(): boolean;
  intervalSeconds(): number;
  batchSize(): number;
  /** Everything but the variant that enters a payload, for a change of it to be noticed. */
  fingerprint(): string;
  map(variant: FeedVariant, now: Date): Mapped<object>;
  mapperVersion: number;
  remoteIdOf(variantId: string): string;
  /** The part of a payload that goes at once although the daily updates of the item are spent. */
  urgentPart(payload: object): unknown;
  /** Calls that so many changes take; the rest waits for the next round. */
  callsFor(changes: number): number;
  /** Asked about once an hour. */
  readAllowance(signal: AbortSignal): Promise<Allowance | Halt>;
  /** Sends changes in their order. It never throws for what the remote side says. */
  send(changes: readonly FeedChange[], control: SendControl): Promise<SendResult>;
  /** Ends credentials at the remote side; those that are unknown there need no ending. @throws while it cannot be reached */
  revoke(credentials: FeedCredentials): Promise<void>;
}
