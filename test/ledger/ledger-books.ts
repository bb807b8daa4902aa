import { expect } from '@jest/globals';
import type { Container } from '#runtime/container.js';
import { checkLedger } from '#operations/ledger/check-ledger.js';

export interface PostedRow {
  id: string;
  kind: string;
  sourceId: string;
  vendorId: string;
  subOrderId: string | null;
  gross: number;
  commission: number;
  net: number;
  tcs: number;
  tds: number;
  commissionTax: number;
}

export async function postedOf({ knex }: Container, orderId: string): Promise<PostedRow[]> {
  return (await knex('ledger_transactions').where({ orderId }).orderBy('id')) as PostedRow[];
}

/** What the operator owes a vendor, negative where the vendor owes. */
export async function accountOf({ knex }: Container, vendorId: string): Promise<number> {
  const row = (await knex('ledger_entries')
    .where({ account: `vendor:${vendorId}` })
    .sum({ amount: 'amount' })
    .first()) as { amount: number | string | null };
  return Number(row.amount ?? 0);
}

/** Every rule of `GET /admin/ledger/check` holds. */
export async function expectBooksRight({ streaming }: Container): Promise<void> {
  const broken = (await checkLedger(streaming)).filter(({ ok }) => !ok);
  expect(broken).toEqual([]);
}
