import { systemContext } from '#domain/_shared/context.js';
import type { Container } from '#runtime/container.js';
import { newId } from '#lib/ids.js';

const TOPIC = 'test-marker';

type Live = Container['live'];

/** Resolves when a process hears this on the topic of the markers. */
function received(live: Live, awaited: string): Promise<void> {
  return new Promise((resolve) => {
    const leave = live.subscribe(TOPIC, (received) => {
      if (received !== awaited) return;
      leave();
      resolve();
    });
  });
}

/**
 * Resolves when a process has heard everything that was told on the live channel before this call: the database hands
 * notifications on in the order of their commits.
 */
export async function receivedAll({
  live,
  unitOfWork,
}: Pick<Container, 'live' | 'unitOfWork'>): Promise<void> {
  const id = newId();
  const ctx = systemContext({ name: 'test' }, new Date());
  await Promise.all([received(live, id), unitOfWork.run(ctx, (tx) => live.publish(tx, TOPIC, id))]);
}

/** Resolves when the live channel of a process, which is about to lose its connection, has got another. */
export function receivedAgain({ live }: Pick<Container, 'live'>): Promise<void> {
  return received(live, '');
}
