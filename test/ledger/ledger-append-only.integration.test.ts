import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { expectBooksRight, postedOf } from './ledger-books.js';

let kernel: TestKernel;
let orderId: string;

beforeAll(async () => {
  kernel = await startKernel();
  ({ orderId } = await createConfirmedOrder(kernel.container, { paid: true }));
});
afterAll(() => kernel.stop());

it.each(['ledger_transactions', 'ledger_entries'])(
  'the database refuses to change rows of %s',
  async (table) => {
    const { knex } = kernel.container;
    const column = table === 'ledger_entries' ? 'amount' : 'gross';
    await expect(knex(table).update({ [column]: 1 })).rejects.toThrow('append-only');
    await expect(knex(table).delete()).rejects.toThrow('append-only');
    await expect(knex.raw(`truncate ${table} cascade`)).rejects.toThrow('append-only');
  },
);

it('the database refuses a transaction that does not sum to zero, also by an entry added later', async () => {
  const { knex } = kernel.container;
  const [sale] = await postedOf(kernel.container, orderId);
  const late = { id: newId(), transactionId: sale?.id, account: 'commission', amount: 1 };
  await expect(knex('ledger_entries').insert(late)).rejects.toThrow('does not sum to zero');
  await expectBooksRight(kernel.container);
});
