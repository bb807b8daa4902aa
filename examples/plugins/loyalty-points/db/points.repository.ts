import type { Reader, Tx } from 'haat/plugin';
import type { Balance } from '../domain/points.js';

export function createPointsRepository() {
  return {
    /** Credits points once for each sub-order; a repeat changes nothing. @returns whether it did */
    async earn(
      tx: Tx,
      row: { userId: string; orderId: string; subOrderId: string; points: number; createdAt: Date },
    ): Promise<boolean> {
      const written = await tx('loyalty_points')
        .insert(row)
        .onConflict('subOrderId')
        .ignore()
        .returning('id');
      return written.length > 0;
    },

    /** Makes the points of a sub-order spendable; a repeat changes nothing. */
    async release(tx: Tx, subOrderId: string, at: Date): Promise<void> {
      await tx('loyalty_points')
        .where({ subOrderId, state: 'pending' })
        .update({ state: 'available', releasedAt: at });
    },

    /** Takes points, under a lock of the buyer: two requests at once never spend the same points. */
    async spend(tx: Tx, userId: string, points: number, at: Date): Promise<boolean> {
      await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`loyalty ${userId}`]);
      const { available } = await this.balance(tx, userId);
      if (available < points) return false;
      await tx('loyalty_points').insert({ userId, points: -points, state: 'available', createdAt: at });
      return true;
    },

    async balance(reader: Reader, userId: string): Promise<Balance> {
      const { rows } = await reader.raw<{ rows: Balance[] }>(
        `select coalesce(sum(points) filter (where state = 'available'), 0)::integer as available,
           coalesce(sum(points) filter (where state = 'pending'), 0)::integer as pending
         from loyalty_points where user_id = ?`,
        [userId],
      );
      return rows[0] ?? { available: 0, pending: 0 };
    },
  };
}

export type PointsRepository = ReturnType<typeof createPointsRepository>;
