import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');

/** Runs `npm run faults` as it is, on its own platform. */
function faults(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(root, 'scripts', 'faults.mjs'), ...args], {
    cwd: root,
    // Its end of the pipe closes with this process: a test that dies leaves nothing behind.
    env: { ...process.env, NODE_OPTIONS: '', HAAT_PARENT_PIPE: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** What an order takes, from the file of a catalog to the mail. The other flows are for `npm run faults` alone. */
const FLOWS = ['imports', 'invoices', 'late-payments', 'mails', 'orders', 'stock'].flatMap((name) => [
  '--flow',
  name,
]);

describe('the platform under fire', () => {
  it('loses nothing and does nothing twice while its processes are killed and frozen', async () => {
    const { code, output } = await faults('--seed', '1', '--faults', '5', '--minutes', '3', ...FLOWS);
    expect(output).toContain('5 of 5 faults injected');
    for (const process of ['api', 'worker', 'relay', 'engine', 'postgres'])
      expect(output).toMatch(new RegExp(`1 {2}(kill|freeze) ${process}\n`));
    expect(output.split('\n').filter((line) => line.startsWith('BROKEN'))).toEqual([]);
    expect(code).toBe(0);
    // The harness ends by itself: its minutes for the faults, and as long again for what is left to settle.
  });

  it('says which option it does not understand', async () => {
    const refused = async (...args: string[]) => {
      const { code, output } = await faults(...args);
      return [code, output.trim().split('\n').at(-1)];
    };
    expect(await refused('--seed', 'none')).toEqual([
      1,
      'faults: --seed takes a whole number from 0 on, not "none"',
    ]);
    const flows = readdirSync(join(root, 'test', 'faults', 'harness', 'flows'))
      .flatMap((file) => /^(.+)\.flow\.ts$/.exec(file)?.[1] ?? [])
      .sort();
    expect(await refused('--flow', 'fly')).toEqual([
      1,
      `faults: There is no flow fly; there are ${flows.join(', ')}`,
    ]);
    expect(await refused('--help')).toEqual([
      1,
      "faults: Unknown option '--help'. Options: --seed --faults --minutes --flow --replicas --topology",
    ]);
  });
});
