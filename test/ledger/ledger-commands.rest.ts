import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { outsideOfTests } from '../_support/project-copy.js';

const root = join(import.meta.dirname, '..', '..');

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

/** `npm run <script>` in a terminal beside the database. */
async function npmRun(
  script: string,
  environment: Record<string, string> = {},
): Promise<{ code: number | null; lines: string[]; errors: string }> {
  const { DATABASE_URL, STORAGE_DIR } = kernel.container.config;
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: root,
    env: { ...outsideOfTests(), DATABASE_URL, STORAGE_DIR, DATA_DIR: STORAGE_DIR, ...environment },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, lines: output.split('\n').filter((line) => line !== ''), errors };
}

it('npm run ledger:check lists its rules, and the rows that break one', async () => {
  const { knex } = kernel.container;
  const { orderId, grandTotal } = await createConfirmedOrder(kernel.container);
  const sound = await npmRun('ledger:check');
  expect(sound.lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
  expect([sound.code, sound.lines.length]).toEqual([0, 9]);

  // A payment that was captured without a sale.
  const at = new Date('2026-09-10T06:00:00Z');
  const captured = {
    status: 'captured',
    providerId: 'razorpay',
    method: 'razorpay',
    capturedAmount: grandTotal,
    capturedAt: at,
  };
  await knex('payments').where({ orderId }).update(captured);
  await knex('orders').where({ id: orderId }).update({ paidAt: at });
  const broken = await npmRun('ledger:check');
  expect(broken.code).toBe(1);
  expect(broken.lines).toContain('BROKEN The sales of a payment are what it captured');
  expect(broken.lines.join('\n')).toContain(`"orderId":"${orderId}"`);
});

it('npm run ledger:check says in one line that its database is not there', async () => {
  const gone = new URL(kernel.container.config.DATABASE_URL);
  gone.pathname = '/there_is_no_such_database';
  const { code, lines, errors } = await npmRun('ledger:check', { DATABASE_URL: gone.href });
  expect([code, lines]).toEqual([1, []]);
  const said = errors.split('\n').filter((line) => line !== '' && !/^(build:|npm warn)/.test(line));
  expect(said).toEqual([expect.stringContaining('there_is_no_such_database')]);
});
