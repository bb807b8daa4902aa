import type { BankAccount } from '#domain/payouts/payout.js';
import { nextCall } from '#domain/payouts/transfer.js';
import { sha256 } from '#lib/crypto.js';
import {
  type PayoutProvider,
  type PayoutSettings,
  type ProviderTransfer,
  TransferRefusedError,
} from '#integrations/payouts/payout-provider.js';
import type { ReportedTransfer } from './payout-transfers.js';

/** What the provider may be asked for: a payout, or the test transfer of an account. */
export interface TransferToSend {
  reference: string;
  vendorId: string;
  vendorName: string;
  amount: number;
  currency: string;
  account: BankAccount;
  purpose: 'payout' | 'test';
  sentAt: Date | null;
  lastSentAt: Date | null;
  sentFrom: string | null;
  refusal: string | null;
}

export interface ProviderCall {
  settings: PayoutSettings;
  now: () => Date;
  signal: AbortSignal;
  /** Commits, before the provider is called, that it may have the transfer; false where nobody may call any more. */
  record: (sentFrom: string) => Promise<boolean>;
  /** Commits that a repeated call was refused: nothing is sent any more. @param problem what operators read meanwhile */
  refuse: (refusal: string, problem: string) => Promise<void>;
  /** Commits why the provider is not asked. */
  recordProblem: (problem: string) => Promise<void>;
  /** Commits that the provider does not know what it had accepted. */
  recordMissing: () => Promise<void>;
}

/** What tells accounts of providers apart in our rows. */
function accountHash(provider: PayoutProvider, settings: PayoutSettings): string {
  return sha256(`${provider.id} ${provider.sendingAccount(settings)}`).slice(0, 16);
}

const otherAccount = ({ label }: PayoutProvider) =>
  `It was sent from another ${label} account than the settings name now: enter the credentials of that account again until it has ended, nothing is sent before`;

const refusal = (reason: string): ReportedTransfer => ({
  state: 'failed',
  providerTransferId: null,
  amount: null,
  bankReference: null,
  reason,
});

const reported = ({ providerTransferId, state, amount, bankReference, reason }: ProviderTransfer) => ({
  providerTransferId,
  state,
  amount,
  bankReference,
  reason,
});

/**
 * Sends a transfer, never twice: what was perhaps sent before is asked for first, the key of a repeat is the same, and
 * after the life of that key nothing is sent any more. The refusal of a repeat is final where the provider does not have
 * the transfer a day after the last call: until then its list may be behind a first call that was taken. From another
 * account than before nothing is sent or asked.
 * @returns what the provider has; null where there is nothing to say yet
 * @throws HttpCallError where the provider cannot be reached, to be tried again
 */
export async function sendOnce(
  provider: PayoutProvider,
  transfer: TransferToSend,
  call: Omit<ProviderCall, 'recordMissing'>,
): Promise<ReportedTransfer | null> {
  const { settings, signal } = call;
  const { sentAt, lastSentAt, sentFrom, refusal: refused, ...input } = transfer;
  const account = accountHash(provider, settings);
  if (sentFrom !== null && sentFrom !== account) {
    await call.recordProblem(otherAccount(provider));
    return null;
  }
  // Before the provider is asked: what it does not have then had arrived by then.
  const asOf = call.now();
  const find = () => provider.findTransfer({ settings, reference: input.reference, signal });
  const known = sentAt ? await find() : null;
  if (known) return reported(known);
  const next = nextCall({ sentAt, lastSentAt, refusal: refused }, asOf);
  if (next === 'wait') return null;
  if (next === 'give_up') return refusal(refused ?? 'The provider has never had it');
  if (!(await call.record(account))) return null;
  try {
    return reported(await provider.createTransfer({ settings, signal, ...input }));
  } catch (error) {
    if (!(error instanceof TransferRefusedError)) throw error;
    // The refusal of a repeat may be about the repeat: the first call counts.
    const first = await find();
    if (first) return reported(first);
    if (!sentAt) return refusal(error.message);
    const problem = `The provider refused a repeated call (${error.message}) and may have taken the first one: it fails a day later unless the provider has it`;
    await call.refuse(error.message, problem);
    return null;
  }
}

/**
 * Asks what became of a transfer that was sent. From another account than that one the provider is not asked.
 * @param transfer.ended whether the money has arrived: then changed credentials and a list without it are no problem
 */
export async function findSent(
  provider: PayoutProvider,
  transfer: Pick<TransferToSend, 'reference' | 'sentFrom'> & { ended: boolean },
  call: Pick<ProviderCall, 'settings' | 'signal' | 'recordProblem' | 'recordMissing'>,
): Promise<ReportedTransfer | null> {
  const { settings, signal } = call;
  const { reference, sentFrom, ended } = transfer;
  if (sentFrom !== null && sentFrom !== accountHash(provider, settings)) {
    if (!ended) await call.recordProblem(otherAccount(provider));
    return null;
  }
  const found = await provider.findTransfer({ settings, reference, signal });
  if (!found && !ended) await call.recordMissing();
  return found && reported(found);
}
