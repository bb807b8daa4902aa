import { randomInt } from 'node:crypto';

/** The entities of the gateway as they travel: amounts in subunits, times in epoch seconds, notes `[]` when empty. */
export type Notes = Record<string, string> | [];

export interface OrderEntity {
  id: string;
  entity: 'order';
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  receipt: string | null;
  offer_id: null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes;
  created_at: number;
}

export interface PaymentEntity {
  id: string;
  entity: 'payment';
  amount: number;
  currency: string;
  status: 'authorized' | 'captured' | 'failed' | 'refunded';
  order_id: string;
  invoice_id: null;
  international: boolean;
  method: string;
  amount_refunded: number;
  refund_status: null | 'partial' | 'full';
  captured: boolean;
  description: string | null;
  email: string;
  contact: string;
  notes: Notes;
  fee: number | null;
  tax: number | null;
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
  created_at: number;
}

export interface RefundEntity {
  id: string;
  entity: 'refund';
  amount: number;
  currency: string;
  payment_id: string;
  notes: Notes;
  receipt: string | null;
  acquirer_data: { arn: string | null };
  batch_id: null;
  status: 'pending' | 'processed' | 'failed';
  speed_requested: string;
  speed_processed: string;
  created_at: number;
}

export const disputeStatuses = ['open', 'under_review', 'won', 'lost', 'closed'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** Document ids by the kind of proof, null where there is none. */
export type Evidence = Record<string, unknown> & { submitted_at: number | null };

export interface DisputeEntity {
  id: string;
  entity: 'dispute';
  payment_id: string;
  amount: number;
  currency: string;
  amount_deducted: number;
  gateway_dispute_id: string;
  reason_code: string;
  reason_description: string;
  respond_by: number;
  status: DisputeStatus;
  phase: 'fraud' | 'retrieval' | 'chargeback' | 'pre_arbitration' | 'arbitration';
  created_at: number;
  evidence: Evidence;
}

export interface DocumentEntity {
  id: string;
  entity: 'document';
  purpose: string;
  name: string;
  mime_type: string;
  size: number;
  created_at: number;
}

/** What the gateway adds to the balance or takes from it by itself, and what is passed on to a linked account. */
export interface AdjustmentEntity {
  id: string;
  entity: 'adjustment' | 'transfer';
  /** Signed: positive adds to the balance. */
  amount: number;
  currency: string;
  description: string | null;
  payment_id: string | null;
  dispute_id: string | null;
  created_at: number;
}

export interface SettlementEntity {
  id: string;
  entity: 'settlement';
  amount: number;
  status: 'created' | 'processed' | 'failed';
  fees: number;
  tax: number;
  utr: string;
  created_at: number;
}

/** A line of `/settlements/recon/combined`: `fee` with the tax on it, both in `debit` or out of `credit` already. */
export interface ReconLine {
  entity_id: string;
  type: 'payment' | 'refund' | 'adjustment' | 'transfer';
  debit: number;
  credit: number;
  amount: number;
  currency: string;
  fee: number;
  tax: number;
  on_hold: boolean;
  settled: boolean;
  created_at: number;
  settled_at: number;
  settlement_id: string;
  posted_at: null;
  credit_type: 'default';
  description: string | null;
  notes: string;
  payment_id: string | null;
  settlement_utr: string;
  order_id: string | null;
  order_receipt: string | null;
  method: string | null;
  dispute_id: string | null;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export type IdPrefix =
  | 'order'
  | 'pay'
  | 'rfnd'
  | 'evt'
  | 'pout'
  | 'cont'
  | 'fa'
  | 'disp'
  | 'doc'
  | 'adj'
  | 'trf'
  | 'setl'
  | 'plink';

/** An id in the gateway's form: a prefix and fourteen letters and digits. */
export function entityId(prefix: IdPrefix): string {
  const letters = Array.from({ length: 14 }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${prefix}_${letters.join('')}`;
}

export function epochSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
