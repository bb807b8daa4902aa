import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { CreditAccount, ListedCreditMovement } from '#domain/store-credit/credit-movement.js';

/** The buyers who have, or had, store credit. */
export function listCreditAccounts(knex: Knex, query: ListQuery): Promise<Page<CreditAccount>> {
  return listPage<CreditAccount>({
    base: knex('store_credit_accounts as a').join('accounts_users as u', 'u.id', 'a.userId'),
    query,
    columns: { balance: 'a.balance', updatedAt: 'a.updatedAt', email: 'u.email' },
    idColumn: 'a.userId',
    searchColumns: ['u.email', 'u.name'],
    select: ['a.userId', 'u.email', 'u.name', 'a.currency', 'a.balance', 'a.updatedAt'],
  });
}

const columns = ['m.*', 'o.orderNumber', 'u.email'];

const movements = (knex: Knex) =>
  knex('store_credit_movements as m')
    .join('accounts_users as u', 'u.id', 'm.userId')
    .leftJoin('orders as o', 'o.id', 'm.orderId');

/** The changes of all balances, or of one. */
export function listCreditMovements(knex: Knex, query: ListQuery): Promise<Page<ListedCreditMovement>> {
  return listPage<ListedCreditMovement>({
    base: movements(knex),
    query,
    idColumn: 'm.id',
    select: columns,
    columns: { userId: 'm.userId', kind: 'm.kind', amount: 'm.amount', createdAt: 'm.createdAt' },
    searchColumns: ['o.orderNumber', 'u.email'],
    exactColumns: ['o.orderNumber', 'u.email'],
  });
}

export async function readCreditMovement(knex: Knex, id: string): Promise<ListedCreditMovement | undefined> {
  return await movements(knex).where('m.id', id).first(columns);
}

/** The statement of a buyer, newest first; one row more than asked says that there are more. */
export async function readStatement(
  knex: Knex,
  { userId, currency }: { userId: string; currency: string },
  { after, limit }: { after?: string; limit: number },
): Promise<ListedCreditMovement[]> {
  const rows = movements(knex).where({ 'm.userId': userId, 'm.currency': currency });
  if (after) void rows.where('m.id', '<', after);
  return await rows
    .orderBy('m.id', 'desc')
    .limit(limit + 1)
    .select(columns);
}
