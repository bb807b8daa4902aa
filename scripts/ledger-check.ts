import { directUrl } from '#db/kernel/pooler.js';
import { createStreamingConnections } from '#db/kernel/streaming-connection.js';
import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';
import { checkLedger } from '#operations/ledger/check-ledger.js';

/** `npm run ledger:check`: compares the ledger with payments, orders and payouts; fails where a rule is broken. */
try {
  const config = parseConfig(process.env);
  const streaming = createStreamingConnections({
    url: directUrl(config),
    applicationName: 'haat-ledger-check',
  });
  const checks = await checkLedger(streaming);
  for (const { rule, ok, problems } of checks) {
    console.log(`${ok ? 'ok    ' : 'BROKEN'} ${rule}`);
    for (const problem of problems) console.log(`         ${JSON.stringify(problem)}`);
  }
  if (checks.some(({ ok }) => !ok)) process.exitCode = 1;
} catch (error) {
  exitWithOneLine(error);
}
