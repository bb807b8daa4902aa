import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';

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

test('queued mails are taken out of the queue', async () => {
  const { container, ctx } = kernel;
  const mail = { template: 'auth.magic_link', role: 'customer' as const, to: 'asha@example.com' };
  const id = await container.unitOfWork.run(ctx, (tx) =>
    container.mail.enqueue(tx, ctx, { ...mail, variables: {}, dedupeKey: newId() }),
  );
  expect(await run('update mail_messages', { 'mail id': id ?? '' })).toBe(1);
  const { state } = (await container
    .knex('mail_messages')
    .where({ id: id ?? '' })
    .first('state')) as { state: string };
  expect(state).toBe('failed');
});

test('every statement of the document is one of those that are run here', () => {
  expect(statements.map((statement) => statement.split(' ').slice(0, 3).join(' '))).toEqual([
    'update mail_messages set',
  ]);
  expect(text.replace(/^ *```sql\n[\s\S]*?^ *```$/gm, '')).not.toMatch(
    /`(select|insert into|update|delete from) [^`]+`/i,
  );
});
