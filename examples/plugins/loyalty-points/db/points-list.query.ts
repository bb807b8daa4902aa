import { type Knex, type ListQuery, listPage, type Page } from 'haat/plugin';
import type { Balance } from '../domain/points.js';

export interface BuyerPoints extends Balance {
  userId: string;
  email: string;
  /** When points were last earned or spent. */
  movedAt: Date;
}

/** The points of all buyers who ever had some, for operators. */
export function listBuyerPoints(knex: Knex, query: ListQuery): Promise<Page<BuyerPoints>> {
  const sums = knex('loyalty_points as p')
    .join('accounts_users as u', 'u.id', 'p.userId')
    .groupBy('p.userId', 'u.email')
    .select('p.userId', 'u.email')
    .select(
      knex.raw(`coalesce(sum(p.points) filter (where p.state = 'available'), 0)::integer as available,
        coalesce(sum(p.points) filter (where p.state = 'pending'), 0)::integer as pending,
        max(p.created_at) as moved_at`),
    );
  return listPage<BuyerPoints>({
    base: knex.from(sums.as('b')),
    query,
    columns: { movedAt: 'movedAt', available: 'available', email: 'email' },
    idColumn: 'userId',
    searchColumns: ['email'],
    select: ['userId', 'email', 'available', 'pending', 'movedAt'],
  });
}
