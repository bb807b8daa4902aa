import { systemContext } from '#domain/_shared/context.js';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';
import { createLedgerBackfill } from '#operations/ledger/backfill-ledger.js';
import { createContainer } from '#runtime/container.js';

/** `npm run ledger:backfill`: posts the sales and refunds of orders that were paid before the ledger. */
try {
  const container = await createContainer(parseConfig(process.env), { name: 'ledger-backfill' });
  const { unitOfWork, clock } = container;
  const next = createLedgerBackfill();
  const ctx = systemContext({ name: 'ledger-backfill' }, clock.now());
  let orders = 0;
  for (let after: string | null = null; ;) {
    const batch: { last: string; orders: number } | null = await unitOfWork.run(ctx, async (tx) => {
      await tx.raw(`set local statement_timeout = '5min'`);
      return next(tx, ctx, after);
    });
    if (!batch) break;
    after = batch.last;
    orders += batch.orders;
    console.log(`ledger: ${orders} orders posted`);
  }
  console.log('ledger: every paid order has its sales; compare them with `npm run ledger:check`');
  await container.stop();
} catch (error) {
  exitWithOneLine(error);
}
