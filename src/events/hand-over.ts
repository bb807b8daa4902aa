import type { EventsRepository } from '#db/events/events.repository.js';
import { AppError } from '#domain/_shared/app-error.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import type { Logger } from '#lib/logger.js';
import type { WorkflowGateway } from '#integrations/engine/workflow-gateway.js';
import type { EachSubscription, EngineAction, Subscription } from './subscription.js';

/** One event for one subscription: what tells its hand-overs from those of others. */
export function handOverKey(event: Pick<RecordedEvent, 'id'>, subscription: string): string {
  return `${event.id}:${subscription}`;
}

interface HandedOver {
  event: RecordedEvent;
  subscription: string;
  /** Somebody may have done it before, and died before it was marked. */
  mayBeRepeat?: boolean;
  /** Throws when nothing may be handed over any more: asked right before each call. */
  beforeCall?: () => void;
}

/**
 * Starts or signals what an action says, if there is anything to be done. The engine keeps the key of the hand-over, so that
 * a repeat does nothing: where ended runs may be followed by others it is asked first whether a run has had the event.
 */
export async function dispatch(
  gateway: WorkflowGateway,
  action: EngineAction | null,
  { event, subscription, mayBeRepeat = false, beforeCall = () => undefined }: HandedOver,
): Promise<void> {
  if (!action) return;
  const { contract, input, signal } = action;
  const key = handOverKey(event, subscription);
  if (mayBeRepeat && contract.onClosed === 'again') {
    beforeCall();
    if (await gateway.hasReceived(contract.id(input), key, event.createdAt)) return;
  }
  beforeCall();
  if (signal) await gateway.signalWithStart(contract, input, signal, { key });
  else await gateway.start(contract, input, { key });
}

/**
 * Brings a committed event to the engine within the request that wrote it (`outbox.append` with `handOver`), so that
 * nobody waits for the relay. The relay retries what fails here: the change is committed, so its caller gets its success, engine or not.
 */
export function createEventHandOver(options: {
  subscriptions: readonly Subscription[];
  gateway: WorkflowGateway;
  events: EventsRepository;
  logger: Logger;
}) {
  const { gateway, events, logger } = options;
  const subscriptions = options.subscriptions.filter(
    (item): item is EachSubscription => item.kind === 'each',
  );
  return {
    async handOver(event: RecordedEvent): Promise<void> {
      for (const subscription of subscriptions.filter((item) => item.events.includes(event.type))) {
        try {
          await dispatch(gateway, subscription.action(event), { event, subscription: subscription.name });
          await events.markEventDelivered(event.id, subscription.name);
        } catch (error) {
          const level = error instanceof AppError ? 'info' : 'warn';
          logger[level](
            { err: error, event: event.type, entityId: event.entityId },
            'hand-over failed, relay will retry',
          );
        }
      }
    },
  };
}

export type EventHandOver = ReturnType<typeof createEventHandOver>;
