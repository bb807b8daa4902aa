import { systemContext } from '#domain/_shared/context.js';
import type { Container } from '#lib/container.js';
import { newId } from '#lib/ids.js';

const TOPIC = 'test-marker';

/**
 * Resolves when a process has heard everything that was told on the live channel before this call: the database hands
 * notifications on in the order of their commits.
 */
export async function heardAll({ live, unitOfWork }: Pick<Container, 'live' | 'unitOfWork'>): Promise<void> {
  const id = newId();
  await new Promise<void>((resolve, reject) => {
    const leave = live.subscribe(TOPIC, (heard) => {
      if (heard !== id) return;
      leave();
      resolve();
    });
    const ctx = systemContext({ name: 'test' }, new Date());
    unitOfWork.run(ctx, (tx) => live.publish(tx, TOPIC, id)).catch(reject);
  });
}

/** Resolves when the live channel of a process, which is about to lose its connection, has got another. */
export function heardAgain({ live }: Pick<Container, 'live'>): Promise<void> {
  return new Promise((resolve) => {
    const leave = live.subscribe(TOPIC, (heard) => {
      if (heard !== '') return;
      leave();
      resolve();
    });
  });
}
