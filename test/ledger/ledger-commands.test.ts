import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { outsideOfTests } from '../_support/project-copy.js';
import { accountOf, postedOf } from './ledger-books.js';

const root = join(import.meta.dirname, '..', '..');

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
}, 60_000);
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

/** An order that was paid before there was a ledger, and refunded in part. */
async function paidBefore(refunded = 0): Promise<TestOrder> {
  const { knex } = kernel.container;
  const order = await createConfirmedOrder(kernel.container);
  const { orderId, grandTotal } = order;
  const at = new Date('2026-09-10T06:00:00Z');
  const [payment] = (await knex('payments')
    .where({ orderId })
    .update({ ...{ status: 'captured', providerId: 'razorpay', method: 'razorpay' }, capturedAmount: grandTotal, capturedAt: at, refundedTotal: refunded })
    .returning('id')) as { id: string }[]; // prettier-ignore
  await knex('orders').where({ id: orderId }).update({ paidAt: at, refundedTotal: refunded });
  if (refunded > 0)
    await knex('payments_refunds').insert({
      ...{
        id: newId(),
        paymentId: payment?.id,
        orderId,
        amount: refunded,
        reason: 'Damaged',
        cause: 'refund',
      },
      ...{ status: 'processed', actor: '{}', processedAt: new Date('2026-09-12T06:00:00Z') },
    });
  return order;
}

it('npm run ledger:backfill posts what was paid before the ledger, and ledger:check proves it', async () => {
  const plain = await paidBefore();
  const refunded = await paidBefore(50_000);
  const before = await npmRun('ledger:check');
  expect(before.code).toBe(1);
  expect(before.lines).toContain('BROKEN The sales of a payment are what it captured');
  expect(before.lines.filter((line) => line.startsWith('ok '))).toHaveLength(4);
  // The rows that break a rule stand below it.
  expect(before.lines.join('\n')).toContain(`"orderId":"${plain.orderId}"`);

  const filled = await npmRun('ledger:backfill');
  expect([filled.code, filled.lines]).toEqual([
    0,
    [
      'ledger: 2 orders posted',
      'ledger: every paid order has its sales; compare them with `npm run ledger:check`',
    ],
  ]);
  const kinds = (await postedOf(kernel.container, refunded.orderId)).map(({ kind }) => kind).sort();
  expect(kinds).toEqual(expect.arrayContaining(['refund', 'sale', 'sale']));
  const gross = (await postedOf(kernel.container, refunded.orderId)).reduce((sum, row) => sum + row.gross, 0);
  expect(gross).toBe(refunded.grandTotal - 50_000);
  const [first] = plain.parts;
  expect(await accountOf(kernel.container, first?.vendorId ?? '')).toBeGreaterThan(0);

  const after = await npmRun('ledger:check');
  expect(after.lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
  expect([after.code, after.lines.length]).toEqual([0, 6]);
  const again = await npmRun('ledger:backfill');
  expect([again.code, again.lines]).toEqual([
    0,
    ['ledger: every paid order has its sales; compare them with `npm run ledger:check`'],
  ]);
}, 240_000);

it('npm run ledger:check says in one line that its database is not there', async () => {
  const gone = new URL(kernel.container.config.DATABASE_URL);
  gone.pathname = '/there_is_no_such_database';
  const { code, lines, errors } = await npmRun('ledger:check', { DATABASE_URL: gone.href });
  expect([code, lines]).toEqual([1, []]);
  const said = errors.split('\n').filter((line) => line !== '' && !/^(build:|npm warn)/.test(line));
  expect(said).toEqual([expect.stringContaining('there_is_no_such_database')]);
}, 120_000);
