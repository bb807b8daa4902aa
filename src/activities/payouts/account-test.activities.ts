import { cancellationSignal } from '@temporalio/activity';
import { createAccountsRepository } from '#db/payouts/accounts.repository.js';
import { type Context, type Origin, systemContext } from '#domain/_shared/context.js';
import type { AccountState, PayoutAccount } from '#domain/payouts/account.js';
import type { BankAccount } from '#domain/payouts/payout.js';
import { payoutsSettings } from '#domain/payouts/payouts.settings.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { PayoutProvider } from '#integrations/payouts/payout-provider.js';
import { readPayoutSettings } from '#integrations/payouts/payout-providers.js';
import { findSent, sendOnce } from '#operations/payouts/call-provider.js';
import type { ReportedTransfer } from '#operations/payouts/payout-transfers.js';
import { whyNotReady } from '#operations/payouts/provider-check.js';
import { createVendorBankReader } from '#operations/payouts/vendor-bank.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<
  Platform,
  'knex' | 'unitOfWork' | 'operations' | 'settings' | 'keyring' | 'clock' | 'payoutProviders'
>;

/** Where changed details are, and what follows: a look at `lookAt`, or the test transfer `transferId`. */
export interface AccountStep {
  state: AccountState | null;
  lookAt: string | null;
  transferId: string | null;
}

/** So long nothing is tried while the provider of the settings cannot send. */
const NOT_READY_MS = 3_600_000;

export function createAccountTestActivities(deps: Deps) {
  const { knex, unitOfWork, operations, settings, keyring, clock, payoutProviders } = deps;
  const accounts = createAccountsRepository();
  const { accountTests: tests, payoutAccounts } = operations;
  const bankOf = createVendorBankReader(deps);
  const context = (origin: Origin): Context => systemContext(origin, clock.now());

  function providerOf(providerId: string | null): PayoutProvider {
    const provider = payoutProviders.get(providerId ?? '');
    if (!provider) throw new Error(`There is no payout provider ${providerId ?? ''}`);
    return provider;
  }

  const stepOf = (account: PayoutAccount | undefined, lookAt: Date | null = null): AccountStep => ({
    state: account?.state ?? null,
    lookAt: lookAt?.toISOString() ?? null,
    transferId: account?.transferId ?? null,
  });

  /** Details that have waited: tested where a provider sends payouts, else good by the wait alone. */
  async function go(ctx: Context, account: PayoutAccount): Promise<Date | null> {
    const { id, vendorId } = account;
    const reason = whyNotReady(deps);
    const bank = await bankOf(vendorId);
    const providerId = settings.get(payoutsSettings.provider);
    return unitOfWork.run(ctx, async (tx) => {
      if ('missing' in bank) {
        await tests.fail(tx, ctx, account, `The bank details are incomplete: ${bank.missing.join(', ')}`);
      } else if (reason !== null) {
        await accounts.recordProblem(tx, id, `The payout provider ${providerId} cannot send: ${reason}`);
        return new Date(ctx.now.getTime() + NOT_READY_MS);
      } else if (providerId === '') {
        await tests.verify(tx, ctx, account);
      } else {
        const amount = providerOf(providerId).minimumAmount(settings.get(storeSettings.currency));
        await tests.begin(tx, id, { bank: bank.bank, providerId, amount });
      }
      return null;
    });
  }

  return {
    /** Begins the test of details that have waited. Any change of details makes a row, so that those of the settings are its own. */
    async beginAccountTest(input: { accountId: string; origin: Origin }): Promise<AccountStep> {
      const { accountId, origin } = input;
      const ctx = context(origin);
      const account = await accounts.find(knex, accountId);
      if (account?.state !== 'waiting') return stepOf(account);
      const waitedAt = payoutAccounts.waitedAt(account);
      if (waitedAt > ctx.now) return stepOf(account, waitedAt);
      const lookAt = await go(ctx, account);
      return stepOf(await accounts.find(knex, accountId), lookAt);
    },

    /** Sends the test transfer, or asks what became of it. @returns null where there is nothing to say yet */
    async moveAccountTest(input: {
      accountId: string;
      transferId: string;
      origin: Origin;
    }): Promise<ReportedTransfer | null> {
      const { accountId, transferId, origin } = input;
      const account = await accounts.find(knex, accountId);
      if (!account || account.transferId !== transferId) return null;
      const { state, vendorId, amount, bank, sentAt, lastSentAt, sentFrom, refusal } = account;
      const signal = cancellationSignal();
      const provider = providerOf(account.providerId);
      const ctx = context(origin);
      const recordProblem = (problem: string) =>
        unitOfWork.run(ctx, (tx) => accounts.recordProblem(tx, accountId, problem));
      if (state === 'testing' && !account.providerTransferId && bank !== null && amount !== null) {
        const vendor = await knex('vendors').where({ id: vendorId }).first('displayName');
        return sendOnce(
          provider,
          {
            reference: transferId,
            vendorId,
            vendorName: vendor?.displayName ?? '',
            amount,
            currency: settings.get(storeSettings.currency),
            purpose: 'test',
            sentAt,
            lastSentAt,
            sentFrom,
            refusal,
            account: JSON.parse(keyring.decrypt(bank)) as BankAccount,
          },
          {
            settings: readPayoutSettings(settings),
            now: () => clock.now(),
            signal,
            record: (from) => unitOfWork.run(ctx, (tx) => accounts.recordCall(tx, transferId, from, ctx.now)),
            refuse: (reason, problem) =>
              unitOfWork.run(ctx, (tx) => accounts.recordRefusal(tx, transferId, reason, problem)),
            recordProblem,
          },
        );
      }
      if (state !== 'testing' && state !== 'verified') return null;
      return findSent(
        provider,
        { reference: transferId, sentFrom, ended: state === 'verified' },
        {
          settings: readPayoutSettings(settings),
          signal,
          recordProblem,
          recordMissing: () => unitOfWork.run(ctx, (tx) => tests.recordMissing(tx, account, ctx.now)),
        },
      );
    },

    /** Books what the provider said. @returns the state of the details; null where there are none */
    async settleAccountTest(input: {
      accountId: string;
      transferId: string;
      found: ReportedTransfer | null;
      /** Why the provider could not be asked. */
      problem?: string;
      origin: Origin;
    }): Promise<AccountState | null> {
      const { accountId, found, problem, origin } = input;
      const ctx = context(origin);
      return unitOfWork.run(ctx, async (tx) => {
        if (found) return tests.settle(tx, ctx, input, found);
        if (problem !== undefined) await accounts.recordProblem(tx, accountId, problem);
        return (await accounts.find(tx, accountId))?.state ?? null;
      });
    },
  };
}

export type AccountTestActivities = ReturnType<typeof createAccountTestActivities>;
