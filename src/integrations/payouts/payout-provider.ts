import type { BankAccount } from '#domain/payouts/payout.js';
import type { ProviderState } from '#domain/payouts/transfer.js';

/** The resolved settings of all payout providers by their names (`payout.razorpayx.key_id`), secrets in clear. */
export type PayoutSettings = Readonly<Record<string, string | null | undefined>>;

/** A transfer as the provider has it. */
export interface ProviderTransfer {
  providerTransferId: string;
  state: ProviderState;
  /** Integer subunits, as the provider has it: another amount than ours is never booked. */
  amount: number;
  /** What the bank calls it (the UTR); null until there is one. */
  bankReference: string | null;
  /** Why it was reversed or failed, in the provider's words. */
  reason: string | null;
}

export interface TransferInput {
  settings: PayoutSettings;
  /** Our id of it: the idempotency key, and what it is found by. */
  reference: string;
  vendorId: string;
  vendorName: string;
  /** Integer subunits. */
  amount: number;
  /** ISO 4217. */
  currency: string;
  account: BankAccount;
  /** `test` is a small amount that shows whether the account takes money. */
  purpose: 'payout' | 'test';
  /** Ends the call early. */
  signal?: AbortSignal;
}

export interface FindTransferInput {
  settings: PayoutSettings;
  reference: string;
  signal?: AbortSignal;
}

export interface PayoutWebhookInput {
  settings: PayoutSettings;
  /** As Node gives them: names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The bytes as received: the signature covers them, not what they parse to. */
  rawBody: Buffer;
}

/** A webhook after its signature was found good. It only says what to ask about: its content is not booked. */
export interface PayoutReport {
  /** Unique per provider; a repeated delivery carries the same one. */
  eventId: string;
  /** The provider's own name of the event, for the log. */
  providerEvent: string;
  /** Our reference; null for events that are about no transfer of ours. */
  reference: string | null;
}

/** The provider will never send this transfer; its message is the reason, in the provider's words. */
export class TransferRefusedError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'TransferRefusedError';
  }
}

/** Sends money to vendors. Network failures are `HttpCallError`s; retries belong to the workflow. */
export interface PayoutProvider {
  readonly id: string;
  readonly label: string;
  /** Moves no money: not registered in production. */
  readonly forDevelopment?: boolean;
  /** The smallest amount that it sends, in integer subunits. */
  minimumAmount(currency: string): number;
  /** Whether the settings suffice to send money. */
  configured(settings: PayoutSettings): boolean;
  /**
   * Names the account that money leaves from, the same whatever its keys are. The platform keeps a hash of it, and sends
   * nothing again from another account: neither key nor list of that one would know the first call.
   */
  sendingAccount(settings: PayoutSettings): string;
  /**
   * Sends money, once for each reference: a repeat returns the first transfer as it is now.
   * @throws TransferRefusedError where this transfer will never be made; anything else is tried again
   */
  createTransfer(input: TransferInput): Promise<ProviderTransfer>;
  /** The transfer of a reference, null where there is none. */
  findTransfer(input: FindTransferInput): Promise<ProviderTransfer | null>;
  /**
   * Checks the signature and reads a webhook. Absent when the provider sends none.
   * @throws AppError UNAUTHORIZED 401 for a bad signature, BAD_REQUEST 400 for a body that cannot be read.
   */
  verifyWebhook?(input: PayoutWebhookInput): PayoutReport;
}
