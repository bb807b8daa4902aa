import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createInvoicesRepository } from '#db/invoices/invoices.repository.js';
import { financialYear } from '#domain/invoices/financial-year.js';
import { fileSerial } from '#domain/invoices/serial.js';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createVendor } from '../_support/vendors.js';

/** What docs/operations.md has operators type into the database is run here, as it stands there. */
const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8');
const statements = [...text.matchAll(/^ *```sql\n([\s\S]*?)^ *```$/gm)]
  .flatMap(([, block = '']) => block.split(';'))
  .map((statement) => statement.replace(/\s+/g, ' ').trim())
  .filter((statement) => statement !== '');

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel.stop());

/** The statement that begins so, with what stands in angle brackets filled in. */
async function run(begin: string, values: Record<string, string> = {}): Promise<number> {
  const found = statements.filter((statement) => statement.startsWith(begin));
  expect(found).toHaveLength(1);
  const filled = (found[0] ?? '').replace(/<([^>]+)>/g, (all, name: string) => values[name] ?? all);
  const { rowCount } = await kernel.container.knex.raw<{ rowCount: number }>(filled.replaceAll('?', '\\?'));
  return rowCount;
}

async function nextSequence(vendorId: string, year: string): Promise<number> {
  const { container, ctx } = kernel;
  return container.unitOfWork.run(ctx, (tx) =>
    createInvoicesRepository(container.knex).nextSequence(tx, vendorId, year),
  );
}

test('a counter is raised, also one that is not there, and never lowered', async () => {
  // The year is written in the document as files and counters write it.
  const year = financialYear(new Date('2026-11-01T00:00:00Z'), 'Asia/Kolkata');
  expect(text).toContain(`\`${fileSerial({ prefix: 'INV', financialYear: year, sequence: 123 })}.pdf\``);
  const [fresh, known, ahead] = await Promise.all(
    [1, 2, 3].map(async () => (await createVendor(kernel.container)).vendorId),
  );
  await nextSequence(known ?? '', year);
  await kernel.container.knex('invoices_counters').insert({ vendorId: ahead, financialYear: year, lastSequence: 500 }); // prettier-ignore
  for (const vendorId of [fresh, known, ahead])
    expect(await run('insert into invoices_counters', { 'vendor id': vendorId ?? '' })).toBe(1);
  expect(await nextSequence(fresh ?? '', year)).toBe(124);
  expect(await nextSequence(known ?? '', year)).toBe(124);
  expect(await nextSequence(ahead ?? '', year)).toBe(501);
});

test('queued mails are shown, and taken out of the queue', async () => {
  const { container, ctx } = kernel;
  const mail = { template: 'auth.magic_link', role: 'customer' as const, to: 'asha@example.com' };
  const id = await container.unitOfWork.run(ctx, (tx) =>
    container.mail.enqueue(tx, ctx, { ...mail, variables: {}, dedupeKey: newId() }),
  );
  expect(await run('select id, template')).toBe(1);
  expect(await run('update mail_messages', { 'mail id': id ?? '' })).toBe(1);
  expect(await run('select id, template')).toBe(0);
});

test('every statement of the document is one of those that are run here', () => {
  expect(statements.map((statement) => statement.split(' ').slice(0, 3).join(' '))).toEqual([
    'insert into invoices_counters',
    'select id, template,',
    'update mail_messages set',
  ]);
  expect(text.replace(/^ *```sql\n[\s\S]*?^ *```$/gm, '')).not.toMatch(
    /`(select|insert into|update|delete from) [^`]+`/i,
  );
});
