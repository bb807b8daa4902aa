import { printFailure } from '../../../scripts/supervisor/plain-error.mjs';
import { parseOptions } from './options.js';
import { describeRun, isGood } from './report.js';
import { runHarness } from './run.js';

/** `npm run faults -- [--seed N] [--faults N] [--minutes N] [--flow name]… [--replicas] [--topology]` */
async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2));
  const say = (line: string) => console.error(`faults: ${line}`);
  say(`seed ${options.seed}`);
  const result = await runHarness(options, say);
  console.log(describeRun(result, options));
  return isGood(result) ? 0 : 1;
}

// The holder of our standard input is gone: the watchdog ends what we started.
if (process.env['HAAT_PARENT_PIPE'] === '1') process.stdin.resume().once('end', () => process.exit(1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

main().then(
  (code) => process.exit(code),
  (error: unknown) => process.exit(printFailure(error, 'faults: ')),
);
