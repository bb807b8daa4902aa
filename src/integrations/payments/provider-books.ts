import type {
  EvidenceKind,
  ListedDispute,
  ListedPayment,
  ListedRefund,
  ListedSettlement,
  SettlementLine,
} from '#domain/payments/provider-books.js';
import type { PaymentSettings } from './payment-settings.js';

/** A part of a provider's books. The lists page by themselves, newest first; a row may come twice and none is left out. */
export interface ListInput {
  settings: PaymentSettings;
  /** What was created at this instant or later. */
  since: Date;
  /** And before this one; absent lists up to now. */
  until?: Date;
  /** Ends the calls early. */
  signal?: AbortSignal;
}

export interface ListLinesInput {
  settings: PaymentSettings;
  settlement: ListedSettlement;
  signal?: AbortSignal;
}

export interface FindDisputeInput {
  settings: PaymentSettings;
  providerDisputeId: string;
  signal?: AbortSignal;
}

export interface EvidenceFile {
  kind: EvidenceKind;
  fileName: string;
  /** `application/pdf`, `image/jpeg` or `image/png`. */
  contentType: string;
  bytes: Buffer;
}

export interface SubmitEvidenceInput {
  settings: PaymentSettings;
  providerDisputeId: string;
  files: readonly EvidenceFile[];
  /** At most 1,000 characters. */
  summary: string;
  /** Integer subunits that are contested; absent contests the whole dispute. */
  amount?: number;
  /** `draft` stores it at the provider, `submit` hands it to the bank and is final. */
  action: 'draft' | 'submit';
  signal?: AbortSignal;
}

/** A provider's books. Absent where it cannot list them. */
export interface ProviderBooks {
  listPayments?(input: ListInput): AsyncIterable<ListedPayment>;
  listRefunds?(input: ListInput): AsyncIterable<ListedRefund>;
  /** By the day a dispute was opened: one that is still open is asked for again with `findDispute`. */
  listDisputes?(input: ListInput): AsyncIterable<ListedDispute>;
  /** @returns the dispute as it is now, or null for one that the provider does not know */
  findDispute?(input: FindDisputeInput): Promise<ListedDispute | null>;
  /** Uploads the files and attaches them to the dispute. Repeating it replaces what is there. */
  submitEvidence?(input: SubmitEvidenceInput): Promise<ListedDispute>;
  listSettlements?(input: ListInput): AsyncIterable<ListedSettlement>;
  /** All lines of one settlement, also of one that failed. */
  listSettlementLines?(input: ListLinesInput): AsyncIterable<SettlementLine>;
  /** What the provider added to or took from its balance by itself: disputes, corrections, reserves. */
  listAdjustments?(input: ListInput): AsyncIterable<SettlementLine>;
}
