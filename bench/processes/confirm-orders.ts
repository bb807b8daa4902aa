import type { Tx } from '#db/kernel/unit-of-work.js';
import { systemContext } from '#domain/_shared/context.js';
import { parseConfig } from '#lib/config.js';
import { createContainer } from '#runtime/container.js';

/**
 * Captures the pending payments of a provider, one order after the other, as a webhook does:
 * `node confirm-orders.js <orders> <on | off>`, with the writer of the ledger or without it. Prints the CPU milliseconds of
 * this process for an order.
 */
const [orders = '100', writer = 'on'] = process.argv.slice(2);
const container = await createContainer(parseConfig(process.env), { name: 'bench' });
const { knex, unitOfWork, operations, clock } = container;
await container.start();

/** Lets the postings of a transaction go nowhere; it stays the object that its unit of work knows. */
function withoutLedger(tx: Tx): Tx {
  const raw = tx.raw.bind(tx) as (sql: string, bindings: never[]) => unknown;
  const nothing = { options: () => Promise.resolve() };
  return Object.defineProperty(tx, 'raw', {
    value: (sql: string, bindings: never[]) =>
      sql.includes('insert into ledger_transactions') ? nothing : raw(sql, bindings),
  });
}

const pending = (await knex('payments')
  .where({ status: 'pending', providerId: 'bench' })
  .orderBy('id')
  .limit(Number(orders))
  .select('id', 'amount', 'currency')) as { id: string; amount: number; currency: string }[];
let confirmed = 0;
const before = process.cpuUsage();
for (const { id, amount, currency } of pending) {
  const ctx = systemContext({ name: 'bench' }, clock.now());
  const outcome = await unitOfWork.run(ctx, (tx) =>
    operations.paymentSettlement.captured(writer === 'off' ? withoutLedger(tx) : tx, ctx, id, {
      providerPaymentId: `bench-${id}`,
      amount,
      currency,
      at: ctx.now,
    }),
  );
  if (outcome === 'confirmed') confirmed += 1;
}
const { user, system } = process.cpuUsage(before);
await container.stop();
console.log(JSON.stringify({ confirmed, cpuMs: (user + system) / 1_000 }));
process.exit(0);
