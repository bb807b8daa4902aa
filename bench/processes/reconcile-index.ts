import { createIndexKeeper } from '#activities/search/keep-index.js';
import { parseConfig } from '#lib/config.js';
import { createContainer } from '#runtime/container.js';

/**
 * Reconciles the search index repeatedly: `node reconcile-index.js <times>`. Prints a line of JSON when it is
 * ready, and for each line of its input what so many reconciles requested. Ends with its input.
 */
const [times = 10] = process.argv.slice(2).map(Number);
const container = await createContainer(parseConfig(process.env), { name: 'bench' });
await container.start();
const keeper = createIndexKeeper(container);
// The first one compares all products.
await keeper.reconcile();
console.log(JSON.stringify({ ready: true }));
process.stdin.on('data', () => void again());
process.stdin.once('end', () => void container.stop().then(() => process.exit(0)));

async function again(): Promise<void> {
  let requested = 0;
  for (let n = 0; n < times; n += 1) requested += (await keeper.reconcile())['requested'] ?? 0;
  console.log(JSON.stringify({ times, requested }));
}
