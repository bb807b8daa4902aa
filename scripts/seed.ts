import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfig } from '#lib/config.js';
import { createContainer } from '#runtime/container.js';
import { exitWithOneLine } from '#lib/exit.js';
import { readArguments, wholeNumber } from './supervisor/arguments.mjs';
import { readSize } from './seed/grow/size.js';
import { connectFeeds } from './seed/connect-feeds.js';
import { loadDemoData } from './seed/load-demo-data.js';
import { signInAccounts } from './seed/sign-in-accounts.js';

/**
 * Loads the demo marketplace: `npm run seed [-- --seed 1]`. The same number gives the same marketplace, seen from now;
 * repeating it changes nothing. `--scale 2` to `--scale 200` grow it to 500 products and 5,000 orders times that number,
 * `--products` and `--orders` to their own numbers, sold by up to some 550 vendors; scale 1 is the demo data alone.
 * `--feeds` connects both feeds to the sandboxes of the platform that runs, with items in every state. Who can sign in is printed, and
 * kept in `sign-in.json` of the data directory for the table of the start.
 */
try {
  const values = readArguments(process.argv.slice(2), {
    seed: { type: 'string', default: '1' },
    scale: { type: 'string' },
    products: { type: 'string' },
    orders: { type: 'string' },
    feeds: { type: 'boolean', default: false },
  });
  const seed = wholeNumber('seed', values.seed, 0);
  const size = readSize(values);
  const config = parseConfig(process.env);
  if (config.production) throw new Error('The demo data has known passwords: it is not for production');
  const container = await createContainer(config, { name: 'seed' });
  const loaded = await loadDemoData(container, { seed, size, say: (line) => console.log(`seed: ${line}`) });
  if (values.feeds) {
    const apiUrl = config.PUBLIC_API_BASE_URL;
    await connectFeeds(container, { apiUrl, say: (line) => console.log(`seed: ${line}`) });
  }
  await container.stop();

  const accounts = signInAccounts(config);
  const dataDir = process.env['DATA_DIR'];
  // It holds passwords, of a development machine though they are.
  if (dataDir)
    writeFileSync(join(dataDir, 'sign-in.json'), `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  console.log(loaded ? 'seed: done; these can sign in:' : 'seed: was loaded before; these can sign in:');
  for (const { role, email, password } of accounts) console.log(`  ${role}  ${email}  ${password}`);
} catch (error) {
  exitWithOneLine(error);
}
