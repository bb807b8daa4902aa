import { parseConfig } from '#lib/config.js';
import { exitWithOneLine } from '#lib/exit.js';
import { createLogger } from '#lib/logger.js';
import { createContainer } from '#runtime/container.js';
import { diagnose, repair } from '#runtime/doctor/run-doctor.js';
import { readArguments } from './supervisor/arguments.mjs';

/**
 * `npm run doctor`: compares the database with the engine, the payment provider, the carrier, the bucket, search and feeds, and
 * names what does not agree, with ids and the command for each. Ends with 1 where something was found. `--json` prints one
 * JSON object; `--fix` redelivers and requests documents again, never an act with money, and looks once more.
 */
try {
  const values = readArguments(process.argv.slice(2), {
    json: { type: 'boolean' },
    fix: { type: 'boolean' },
  });
  const container = await createContainer(parseConfig(process.env), {
    name: 'doctor',
    logger: createLogger({ level: 'silent', name: 'doctor' }),
  });
  await container.settings.refresh();
  const repaired = values['fix'] ? await repair(container) : undefined;
  const { findings, healthy } = await diagnose(container);
  if (values['json']) console.log(JSON.stringify({ findings, healthy, repaired }));
  else {
    if (repaired) {
      const { invoices, exports, labels } = repaired.retried;
      console.log(
        `Redelivered ${repaired.redelivered} open flows; requested ${invoices} invoices, ${exports} exports and ${labels} labels again`,
      );
    }
    for (const name of healthy) console.log(`ok      ${name}`);
    for (const { check, problem, count, ids, command, fixable } of findings) {
      console.log(`BROKEN  ${check}: ${problem} (${count})`);
      console.log(`        ${ids.join(', ')}${count > ids.length ? ', …' : ''}`);
      console.log(`        ${command}${fixable ? ', or npm run doctor -- --fix' : ''}`);
    }
  }
  await container.stop();
  if (findings.length > 0) process.exitCode = 1;
} catch (error) {
  exitWithOneLine(error);
}
