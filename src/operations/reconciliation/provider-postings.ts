import { createLedgerRepository } from '#db/ledger/ledger.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import {
  entriesOf,
  type LedgerEntry,
  type LedgerKind,
  type LedgerFigures,
  NO_FIGURES,
  type ProviderLedgerKind,
} from '#domain/ledger/ledger.js';
import { newId } from '#lib/ids.js';

const ledger = createLedgerRepository();

interface Posted {
  /** By default a new id: the caller's locked row says that it is posted. */
  sourceId?: string;
  providerId: string;
  orderId?: string | null;
  paymentId?: string | null;
  reason: string;
}

/** Posts between the operator and a provider: on the account of no vendor. */
export async function postProvider(
  tx: Tx,
  ctx: Context,
  kind: ProviderLedgerKind,
  entries: readonly LedgerEntry[],
  { sourceId = newId(), providerId, orderId = null, paymentId = null, reason }: Posted,
): Promise<void> {
  if (entries.length === 0) return;
  const transaction = {
    ...NO_FIGURES,
    id: newId(),
    kind,
    sourceId,
    vendorId: null,
    orderId,
    subOrderId: null,
    paymentId,
    providerId,
    net: 0,
    reason,
    actor: ctx.actor,
    postedAt: ctx.now,
  };
  await ledger.post(tx, [{ transaction, entries }]);
}

/** Posts on the accounts of vendors against one of a provider. */
export async function postVendors(
  tx: Tx,
  ctx: Context,
  kind: LedgerKind,
  vendors: readonly {
    vendorId: string;
    subOrderId?: string | null;
    net: number;
    figures?: LedgerFigures;
  }[],
  { sourceId = newId(), providerId, orderId = null, paymentId = null, reason }: Posted,
): Promise<void> {
  const postings = vendors.map(({ vendorId, subOrderId = null, net, figures = NO_FIGURES }) => {
    const transaction = {
      ...figures,
      id: newId(),
      kind,
      sourceId,
      vendorId,
      orderId,
      subOrderId,
      paymentId,
      providerId,
      net,
      reason,
      actor: ctx.actor,
      postedAt: ctx.now,
    };
    return { transaction, entries: entriesOf(transaction) };
  });
  await ledger.post(tx, postings);
}
