import { readCursor, writeCursor } from '#api/kernel/cursor-query.js';
import { requireUser } from '#api/kernel/require.js';
import {
  listCreditAccounts,
  listCreditMovements,
  readCreditMovement,
  readStatement,
} from '#db/store-credit/store-credit-lists.query.js';
import { createStoreCreditRepository } from '#db/store-credit/store-credit.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { ListedCreditMovement } from '#domain/store-credit/credit-movement.js';
import { storeCreditErrors } from '#domain/store-credit/store-credit.errors.js';
import { storeCreditSettings } from '#domain/store-credit/store-credit.settings.js';
import { newId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';
import type { StatementQuery } from './store-credit.schemas.js';

/** Store credit as buyers read it, and as operators read, grant and deduct it. */
export function createStoreCreditService(platform: Platform) {
  const { knex, unitOfWork, settings, operations, audit, config } = platform;
  const credit = createStoreCreditRepository();
  const currencyNow = () => settings.get(storeSettings.currency);

  async function buyer(userId: string) {
    const user = await knex('accounts_users').where({ id: userId }).first('email', 'name', 'isAnonymous');
    if (!user || user.isAnonymous) throw platformErrors.notFound({ entity: 'Customer' });
    return { userId, email: user.email, name: user.name, currency: currencyNow() };
  }

  return {
    accounts: (query: ListQuery) => listCreditAccounts(knex, query),
    movements: (query: ListQuery) => listCreditMovements(knex, query),

    async balance(ctx: Context) {
      const currency = currencyNow();
      const balance = await credit.balance(knex, requireUser(ctx), currency);
      return { enabled: settings.get(storeCreditSettings.enabled), balance, currency };
    },

    /** The statement of the buyer, newest first. */
    async statement(ctx: Context, { limit, cursor }: StatementQuery) {
      const userId = requireUser(ctx);
      const query = `store-credit ${userId}`;
      const key = config.ENCRYPTION_KEY;
      const after = cursor === undefined ? undefined : Buffer.from(readCursor(cursor, query, key)).toString();
      const rows = await readStatement(knex, { userId, currency: currencyNow() }, { after, limit });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      const nextCursor = last ? writeCursor(query, Buffer.from(last.id), key) : null;
      return { rows: page, metadata: { limit, hasMore: last !== undefined, nextCursor } };
    },

    /**
     * Grants store credit, or deducts it; above the limits once a second person has approved it.
     * @throws AppError NOT_FOUND for a buyer without an account, CONFLICT below zero or while the store has none
     */
    async adjust(
      ctx: Context,
      { userId, amount, reason }: { userId: string; amount: number; reason: string },
    ): Promise<{ movement: ListedCreditMovement } | { approvalId: string }> {
      if (amount > 0 && !settings.get(storeCreditSettings.enabled)) throw storeCreditErrors.off();
      const of = await buyer(userId);
      const done = await unitOfWork.runOnce(ctx, async (tx) => {
        const { currency } = of;
        const input = { userId, amount, reason };
        const held = { kind: 'store_credit_adjustment', entityId: newId(), input, amount, currency } as const;
        const approvalId = await operations.moneyActs.decide(tx, ctx, {
          kind: 'store_credit_adjusted',
          held,
        });
        const id = approvalId ? null : await operations.storeCredit.adjust(tx, ctx, of, { amount, reason });
        const action = approvalId ? 'ask' : amount > 0 ? 'grant' : 'deduct';
        await audit.record(tx, ctx, [
          { entity: 'storeCredit', entityId: userId, action, after: { amount, reason } },
        ]);
        return { id, approvalId };
      });
      if (done.approvalId) return { approvalId: done.approvalId };
      const id = done.id ?? '';
      const movement = await readCreditMovement(knex, id);
      if (!movement) throw new Error(`Store credit movement ${id} is gone`);
      return { movement };
    },
  };
}
