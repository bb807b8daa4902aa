import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');
const FAULTS = 14;

/** The flow `search` of the fault harness: products change and runs rebuild the index, product by product. */
it('kills of API, worker, relay, engine and Postgres during runs leave documents that equal the products', async () => {
  const args = ['--flow', 'search', '--seed', '19', '--faults', String(FAULTS), '--minutes', '6'];
  const child = spawn(process.execPath, [join(root, 'scripts', 'faults.mjs'), ...args], {
    cwd: root,
    // Its end of the pipe closes with this process: a test that dies leaves nothing behind.
    env: { ...process.env, NODE_OPTIONS: '', HAAT_PARENT_PIPE: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  expect(output).toContain(`${FAULTS} of ${FAULTS} faults injected`);
  for (const process of ['api', 'worker', 'relay', 'engine', 'postgres'])
    expect(output).toMatch(new RegExp(`\\d {2}(kill|freeze) ${process}\n`));
  expect(output.split('\n').filter((line) => line.startsWith('BROKEN'))).toEqual([]);
  expect(code).toBe(0);
});
