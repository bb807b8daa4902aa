import { reserve, reserveAtCommit } from '#db/inventory/reservations.repository.js';
import { commitWith } from '#db/kernel/unit-of-work.js';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import { parseConfig } from '#lib/config.js';
import { createContainer } from '#runtime/container.js';

/**
 * Reserves one piece of a variant in so many transactions, sixteen at a time: `node hold-stock.js <variant> <count> <how>`. `before`:
 * in front of the two statements that an order ends with; `last`: behind them; `commit`: together with the commit. Prints the seconds.
 */
const [variantId = '', count = '200', how = 'commit'] = process.argv.slice(2);
const container = await createContainer(parseConfig(process.env), { name: 'bench' });
const { unitOfWork, clock } = container;
await container.start();

const lines = [{ variantId, quantity: 1 }];
async function reserveOne(): Promise<void> {
  const ctx = systemContext({ name: 'bench' }, clock.now());
  const stock = { referenceId: newId(), actor: ctx.actor };
  await unitOfWork.run(ctx, async (tx) => {
    if (how === 'before') await reserve(tx, lines, stock);
    for (const statement of ['idempotency', 'outbox'])
      await tx.raw('select ?::text as statement', [statement]);
    if (how === 'last') await reserve(tx, lines, stock);
    if (how === 'commit') commitWith(tx, reserveAtCommit(lines, stock), (error) => error);
  });
}

let left = 32;
const lane = async (): Promise<void> => {
  while ((left -= 1) >= 0) await reserveOne();
};
const lanes = () => Promise.all(Array.from({ length: 16 }, lane));
// The connections are open and the statements planned before time counts.
await lanes();
left = Number(count);
const began = performance.now();
await lanes();
const seconds = (performance.now() - began) / 1_000;
await container.stop();
console.log(JSON.stringify({ seconds }));
process.exit(0);
