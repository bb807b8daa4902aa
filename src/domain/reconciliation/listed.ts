import type { SettlementLineKind } from '#domain/payments/provider-books.js';
import type { Dispute } from './dispute.js';
import type { ItemKind } from './movement.js';

export interface ListedDispute extends Dispute {
  orderNumber: string | null;
}

export interface ListedSettlementLine {
  id: string;
  kind: SettlementLineKind;
  providerRef: string;
  orderId: string | null;
  orderNumber: string | null;
  amount: number;
  fee: number;
  tax: number;
  description: string | null;
  occurredAt: Date;
}

/** What a provider holds, as the ledger has it. Subunits. */
export interface InTransit {
  providerId: string;
  currency: string;
  /** Captured and not settled yet, after what went back and what the provider kept. */
  inTransit: number;
  /** Of which nobody knows yet what it is of. */
  unallocated: number;
  /** Taken for disputes that are not decided. */
  disputed: number;
  fetchedAt: Date | null;
  error: string | null;
}

export interface ListedItem {
  id: string;
  kind: ItemKind;
  providerId: string;
  providerRef: string;
  orderId: string | null;
  orderNumber: string | null;
  amount: number;
  currency: string;
  reason: string;
  ownerId: string | null;
  ownerEmail: string | null;
  state: 'open' | 'closed';
  decision: string | null;
  note: string | null;
  decidedBy: string | null;
  closedAt: Date | null;
  createdAt: Date;
}
