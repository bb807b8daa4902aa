import type { Ended } from '#domain/_shared/outcome.js';
import type { SearchAttributeValues } from './search-attributes.js';

/** The queue of the workers that run workflows; activity-only workers have their own queues. */
export const CORE_QUEUE = 'core';

/**
 * What the outside may know of a workflow: its name, its business id, and how it is talked to.
 * The workflow function is typed by it (`WorkflowOf<typeof renderInvoice>`), and the gateway takes nothing else.
 */
export interface Contract<Input, Result> {
  /** The workflow type, as shown in the web UI: verb first, camelCase. */
  readonly name: string;
  /** The business id. Single flight comes from it. */
  readonly id: (input: Input) => string;
  /** The inverse of `id`: the entity id in a workflow id, or null when it is not one of ours. */
  readonly parseId: (workflowId: string) => string | null;
  /** A start while one with this id runs: take part in it, or respond with 409. */
  readonly onRunning: 'join' | 'refuse';
  /** A start after one with this id has ended. `refuse` holds only as long as the engine keeps ended runs. */
  readonly onClosed: 'again' | 'refuse';
  readonly searchAttributes: (input: Input) => SearchAttributeValues;
  /** The outcome that a run is started with; by default `ok`. `waiting` where it begins by waiting for somebody. */
  readonly startsAs?: (input: Input) => 'ok' | 'waiting';
  /** Not before this instant, ISO 8601; at once without it. A run that is to come takes no worker until then. */
  readonly startsAt?: (input: Input) => string;
  /** One line for the operator. It names orders and ids; who the people are stays in the database. */
  readonly summary: (input: Input) => string;
  readonly signals: Readonly<Record<string, unknown>>;
  readonly updates: Readonly<Record<string, unknown>>;
  readonly queries: Readonly<Record<string, unknown>>;
  /** Carries the types only. */
  readonly types?: { input: Input; result: Result };
}

/** `never` where a result has a `status` or `reason`: these say how the run ended (`Ended`), beside what a workflow returns. */
export type WorkflowOf<C> = C extends { types?: { input: infer Input; result: infer Result } }
  ? Extract<keyof Result, keyof Ended> extends never
    ? (input: Input) => Promise<Result>
    : never
  : never;

type Spec<Input> = Omit<Contract<Input, never>, 'signals' | 'updates' | 'queries' | 'types'>;

/**
 * Declares a workflow's contract: `contract<Input, Result>()({ name, id, parseId, … })`. The two calls let the input
 * and result be named while the rest is inferred.
 */
export function contract<Input, Result = void>() {
  return <
    const Signals extends Record<string, unknown> = Record<never, never>,
    const Updates extends Record<string, unknown> = Record<never, never>,
    const Queries extends Record<string, unknown> = Record<never, never>,
  >(
    spec: Spec<Input> & { signals?: Signals; updates?: Updates; queries?: Queries },
  ) =>
    Object.freeze({
      ...spec,
      signals: (spec.signals ?? {}) as Signals,
      updates: (spec.updates ?? {}) as Updates,
      queries: (spec.queries ?? {}) as Queries,
    }) as unknown as Contract<Input, Result> & {
      readonly signals: Signals;
      readonly updates: Updates;
      readonly queries: Queries;
    };
}

/**
 * `id` and `parseId` of the usual form `<slug>-<action>-<entityId>`. A part of a larger run adds what it does behind it:
 * `backfill-<runId>-start`.
 */
export function entityIds<Input>(prefix: string, entityId: (input: Input) => string, suffix?: string) {
  const [head, tail] = [`${prefix}-`, suffix === undefined ? '' : `-${suffix}`];
  return {
    id: (input: Input) => `${head}${entityId(input)}${tail}`,
    parseId: (workflowId: string) =>
      workflowId.startsWith(head) &&
      workflowId.endsWith(tail) &&
      workflowId.length > head.length + tail.length
        ? workflowId.slice(head.length, workflowId.length - tail.length)
        : null,
  };
}
