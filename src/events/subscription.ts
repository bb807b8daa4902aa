import type { RecordedEvent } from '#domain/_shared/event.js';
import type { QueueName } from '#lib/workflow/queues.js';
import type { Contract } from '#lib/workflow/contract.js';

/** Something to tell the engine: start a workflow, or tell a running one a fact, starting it first where it is not. */
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
  /** Null where this event is none of the workflow's business. */
  readonly action: (event: RecordedEvent) => EngineAction | null;
}

/** Events worked off in batches by one loop; the handler is an activity's part, found by the subscription's name. */
export interface DrainSubscription {
  readonly kind: 'drain';
  readonly name: string;
  readonly events: readonly string[];
  /** The queue whose workers can handle it. */
  readonly taskQueue: QueueName;
}

export type Subscription = EachSubscription | DrainSubscription;

/** `action` may be typed by the event it gets; the table holds them all as one type. */
export function each<Payload, Input>(
  name: string,
  events: readonly { type: string; payloadType?: Payload }[],
  action: (event: RecordedEvent<Payload>) => EngineAction<Input> | null,
): EachSubscription {
  return {
    kind: 'each',
    name,
    events: events.map((event) => event.type),
    action: action as unknown as EachSubscription['action'],
  };
}

export function drain(
  name: string,
  events: readonly { type: string }[],
  taskQueue: QueueName,
): DrainSubscription {
  return { kind: 'drain', name, events: events.map((event) => event.type), taskQueue };
}
