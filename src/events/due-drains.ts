import type { EventsRepository } from '#db/events/events.repository.js';
import type { Logger } from '#lib/logger.js';
import type { SettingsReader } from '#lib/settings.js';
import type { DrainSubscription, Subscription } from './subscription.js';

/** Which drains there are, and which of them have work. */
export function createDueDrains(options: {
  subscriptions: readonly Subscription[];
  events: Pick<EventsRepository, 'dueDrains'>;
  settings: Pick<SettingsReader, 'get'>;
  logger: Logger;
}) {
  const { events, settings, logger } = options;
  const drains = new Map<string, DrainSubscription>();
  for (const subscription of options.subscriptions) {
    if (subscription.kind === 'drain') drains.set(subscription.name, subscription);
  }

  /** What the drain says of its own rows; null where it has none, or is paused. */
  function ownRows({ name, rows }: DrainSubscription): string | null {
    try {
      return rows?.due({ settings }) ?? null;
    } catch (error) {
      // A setting that cannot be read holds up its own drain only.
      logger.warn({ err: error, drain: name }, 'due rows of a drain cannot be read');
      return null;
    }
  }

  return {
    drains,
    /** Whether its own drain takes rows at the moment. */
    takesRows: (drain: DrainSubscription) => ownRows(drain) !== null,
    /** Those of the given drains that have something to take. */
    async due(candidates: readonly DrainSubscription[]): Promise<DrainSubscription[]> {
      const names = await events.dueDrains(
        candidates.map((drain) => ({ name: drain.name, rows: ownRows(drain) })),
      );
      return candidates.filter(({ name }) => names.includes(name));
    },
  };
}

export type DueDrains = ReturnType<typeof createDueDrains>;
