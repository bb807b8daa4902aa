import { listAccounts, readAccount } from '#db/payouts/account-list.query.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { createAccountsRepository } from '#db/payouts/accounts.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { ListedAccount, PayoutAccount } from '#domain/payouts/account.js';
import type { Platform } from '#operations/platform.js';

/** Changed bank details, as operators watch over them and vendors follow them. */
export function createPayoutAccountsService({ knex, unitOfWork, operations, audit, settings }: Platform) {
  const accounts = createAccountsRepository();
  const { payoutAccounts: steps } = operations;

  async function record(
    ctx: Context,
    id: string,
    action: string,
    step: (tx: Tx, account: PayoutAccount) => Promise<boolean>,
    after: object,
  ): Promise<ListedAccount> {
    await unitOfWork.run(ctx, async (tx) => {
      const account = await accounts.lock(tx, id);
      if (!account) throw platformErrors.notFound({ entity: 'Bank details' });
      if (!(await step(tx, account))) return;
      const { vendorId, state } = account;
      const currency = settings.get(storeSettings.currency);
      await operations.moneyActs.record(tx, ctx, {
        kind: 'bank_details_decided',
        entityId: id,
        amount: 0,
        currency,
      });
      await audit.record(tx, ctx, [
        { entity: 'payoutAccount', entityId: id, action, vendorId, before: { state }, after },
      ]);
    });
    const account = await readAccount(knex, id);
    if (!account) throw platformErrors.notFound({ entity: 'Bank details' });
    return account;
  }

  return {
    list: (scope: { vendorId?: string }, query: ListQuery) => listAccounts(knex, scope, query),

    /** @throws AppError CONFLICT where others have replaced them */
    cancel: (ctx: Context, id: string, reason: string) =>
      record(ctx, id, 'cancel', (tx, account) => steps.cancel(tx, ctx, account, reason), { reason }),

    /** @throws AppError CONFLICT where they neither failed nor were cancelled */
    retry: (ctx: Context, id: string) =>
      record(ctx, id, 'retry', (tx, account) => steps.retry(tx, ctx, account), { state: 'waiting' }),
  };
}
