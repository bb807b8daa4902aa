import type { RecordedEvent } from '#domain/_shared/event.js';
import type { QueueName } from '#lib/workflow/queues.js';
import { fanOutBacklog, fanOutsDue } from '#db/events/fan-outs.repository.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { SettingsReader } from '#lib/settings.js';
import type { Contract } from '#lib/workflow/contract.js';

/** An action of the engine: start a workflow, or signal a running one, starting it first where it does not run. */
export interface EngineAction<Input = never> {
  contract: Contract<Input, unknown>;
  input: Input;
  signal?: { name: string; args: unknown[] };
}

/** One start or signal for each event, in order per entity. */
export interface EachSubscription {
  readonly kind: 'each';
  readonly name: string;
  readonly events: readonly string[];
  /** Null where the workflow does not need this event. */
  readonly action: (event: RecordedEvent) => EngineAction | null;
  /** False for an event whose action is known to be null as it is written: it gets no delivery. */
  readonly concerns?: (event: RecordedEvent) => boolean;
}

/**
 * Rows handled in batches by one loop: the deliveries of events, its own rows, or both. Deliveries go to the
 * handler, rows to the pass that the feature registers in its `<slug>.queues.ts` under the drain's name.
 */
export interface DrainSubscription {
  readonly kind: 'drain';
  readonly name: string;
  readonly events: readonly string[];
  /** The queue whose workers can handle it. */
  readonly taskQueue: QueueName;
  readonly rows?: OwnRows;
  /** SQL that selects, as text, ids of entities whose deliveries are taken before all others. */
  readonly first?: string;
  /** Rounds over deliveries begin at least this far apart; 1,000 by default. `rows` have their own gap. */
  readonly gapMs?: number;
  /** SQL, true while somebody wants its deliveries: an event that is written while it is false gets none. */
  readonly wanted?: string;
  /** False for an event that its handler is known to skip as it is written: it gets no delivery. */
  readonly concerns?: (event: RecordedEvent) => boolean;
}

/** Rows that a drain takes by itself, whichever way they came to be there. */
export interface OwnRows {
  /**
   * SQL, true while a row can be taken; null while the drain is paused. The relay asks several times a second, so it is
   * an index look-up, and it agrees with what the pass takes: rows that are leased or back off are not due.
   */
  readonly due: (deps: { settings: Pick<SettingsReader, 'get'> }) => string | null;
  /**
   * Rounds of one process begin at least this far apart, so that a trickle of changes is collected; 500 by default,
   * 2,000 at most. A longer interval belongs in `due`.
   */
  readonly gapMs?: number;
  /** The derived rows or fan-outs that it takes, for the metrics of what is open. */
  readonly backlog?: RowBacklog;
}

export interface RowBacklog {
  counts(reader: Reader): Promise<{ waiting: number; leased: number; retrying: number; failing: number }>;
  /** Since when the oldest open row waits; null when none does. */
  oldest(reader: Reader): Promise<Date | null>;
}

/** The rows of a drain that expands events which concern many keys. */
export function fanOutRows(name: string): OwnRows {
  return { due: () => fanOutsDue(name), backlog: fanOutBacklog(name) };
}

const GAP_MS = 500;

/**
 * A round is a workflow run and an activity, 50 ms of CPU whatever it takes. Without a gap a stream of orders starts
 * five rounds a second for each drain; the first delivery after a quiet moment does not wait for it.
 */
const DELIVERY_GAP_MS = 1_000;

/** How far apart two rounds of a drain begin at least, so that one round takes what a moment brings. */
export function gapOf({ rows, gapMs }: DrainSubscription): number {
  return rows ? (rows.gapMs ?? GAP_MS) : (gapMs ?? DELIVERY_GAP_MS);
}

/**
 * Whether a run of the drain looks for more before it ends. Drains that print do not: each would keep one of few places
 * for a browser.
 */
export function lingers({ taskQueue }: DrainSubscription): boolean {
  return !['documents', 'exports', 'webhooks'].includes(taskQueue);
}

export type Subscription = EachSubscription | DrainSubscription;

/** `action` may be typed by the event it gets; the table holds them all as one type. */
export function each<Payload, Input>(
  name: string,
  events: readonly { type: string; payloadType?: Payload }[],
  action: (event: RecordedEvent<Payload>) => EngineAction<Input> | null,
  options: { concerns?: (event: RecordedEvent<Payload>) => boolean } = {},
): EachSubscription {
  return {
    kind: 'each',
    name,
    events: events.map((event) => event.type),
    action: action as unknown as EachSubscription['action'],
    ...(options as Pick<EachSubscription, 'concerns'>),
  };
}

/** A drain over the deliveries of `events`, over its own `rows`, or over both; without rows it may name its gap. */
export function drain(
  name: string,
  events: readonly { type: string }[],
  taskQueue: QueueName,
  rows?: OwnRows | { gapMs: number },
): DrainSubscription {
  return {
    kind: 'drain',
    name,
    events: events.map((event) => event.type),
    taskQueue,
    ...(rows && ('due' in rows ? { rows } : rows)),
  };
}

/** The same drain, which gets deliveries only while `wanted`, SQL of an index look-up, is true. */
export function whileWanted(subscription: DrainSubscription, wanted: string): DrainSubscription {
  return { ...subscription, wanted };
}

/** The same drain, which gets no delivery of events that it would skip. */
export function concerning<Payload>(
  subscription: DrainSubscription,
  _events: readonly { type: string; payloadType?: Payload }[],
  concerns: (event: RecordedEvent<Payload>) => boolean,
): DrainSubscription {
  return { ...subscription, concerns: concerns as unknown as DrainSubscription['concerns'] & object };
}

/** The same drain, which takes the deliveries of some entities first; `first` is an index look-up of few rows. */
export function prioritized(subscription: DrainSubscription, first: string): DrainSubscription {
  return { ...subscription, first };
}
