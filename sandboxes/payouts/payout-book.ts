import { randomInt } from 'node:crypto';
import { createJournal } from '../_shared/journal.js';
import { entityId, epochSeconds } from '../payments/entities.js';
import { GatewayError } from '../payments/gateway-error.js';

export const payoutStatuses = [
  'queued',
  'pending',
  'processing',
  'processed',
  'reversed',
  'cancelled',
  'rejected',
  'failed',
] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export interface PayoutEntity {
  id: string;
  entity: 'payout';
  fund_account_id: string;
  amount: number;
  currency: string;
  notes: [];
  fees: number;
  tax: number;
  status: PayoutStatus;
  purpose: string;
  utr: string | null;
  mode: string;
  reference_id: string | null;
  narration: string | null;
  batch_id: null;
  failure_reason: string | null;
  status_details: { description: string | null; source: string | null; reason: string | null };
  created_at: number;
}

export interface NewPayout {
  fund_account_id: string;
  amount: number;
  currency: string;
  mode: string;
  purpose: string;
  reference_id: string | null;
  narration: string | null;
}

/** Keys are forgotten after seven days: the same key then sends money again. */
const KEY_LIFE_MS = 7 * 86_400_000;

type Entry =
  | { kind: 'payout'; payout: PayoutEntity }
  | { kind: 'key'; key: string; body: string; payoutId: string; at: number }
  | { kind: 'named'; name: string; id: string };

/** Where a payout may go from its status; the service never leaves a final one but `processed`. */
const next: Record<PayoutStatus, readonly PayoutStatus[]> = {
  queued: ['processing', 'cancelled', 'failed', 'processed', 'reversed'],
  pending: ['processing', 'rejected', 'queued', 'processed', 'failed', 'reversed'],
  processing: ['processed', 'reversed', 'failed'],
  processed: ['reversed'],
  reversed: [],
  cancelled: [],
  rejected: [],
  failed: [],
};

/** Contacts, fund accounts and payouts of one account, kept in a file where one is given. */
export function createPayoutBook(now: () => Date, journalFile?: string) {
  const payouts = new Map<string, PayoutEntity>();
  const keys = new Map<string, { body: string; payoutId: string; at: number }>();
  const named = new Map<string, string>();
  const write = createJournal<Entry>(journalFile, (entry) => {
    if (entry.kind === 'payout') payouts.set(entry.payout.id, entry.payout);
    else if (entry.kind === 'key') keys.set(entry.key, entry);
    else named.set(entry.name, entry.id);
  });

  function payout(id: string): PayoutEntity {
    const found = payouts.get(id);
    if (!found) throw new GatewayError(400, 'The id provided does not exist');
    return found;
  }

  return {
    payout,

    /** The id of a contact or fund account; equal details give the one that is there. */
    named(prefix: 'cont' | 'fa', details: object): string {
      const name = `${prefix} ${JSON.stringify(details)}`;
      const id = named.get(name) ?? entityId(prefix);
      if (!named.has(name)) write({ kind: 'named', name, id });
      return id;
    },
    /** Whether equal details have an id. */
    knows: (prefix: 'cont' | 'fa', details: object) => named.has(`${prefix} ${JSON.stringify(details)}`),
    hasNamed: (id: string) => [...named.values()].includes(id),

    /** @returns the payout of a key, or a new one; a known key with another body is refused */
    create(input: NewPayout, { key, body, status }: { key: string; body: string; status: PayoutStatus }) {
      const known = keys.get(key);
      if (known && now().getTime() - known.at < KEY_LIFE_MS) {
        if (known.body === body) return { payout: payout(known.payoutId), isNew: false };
        throw new GatewayError(
          400,
          'Different request body sent for the same idempotency key, please try again with another key',
        );
      }
      const created: PayoutEntity = {
        id: entityId('pout'),
        entity: 'payout',
        notes: [],
        fees: 590,
        tax: 90,
        batch_id: null,
        ...input,
        status,
        utr: null,
        failure_reason: null,
        status_details: { description: null, source: null, reason: null },
        created_at: epochSeconds(now()),
      };
      write({ kind: 'payout', payout: created });
      write({ kind: 'key', key, body, payoutId: created.id, at: now().getTime() });
      return { payout: created, isNew: true };
    },

    /** Newest first. */
    list: (reference: string | undefined) =>
      [...payouts.values()]
        .filter((item) => reference === undefined || item.reference_id === reference)
        .reverse(),

    /** Moves a payout on, as banks do. @throws GatewayError for a move that the service never makes */
    move(id: string, status: PayoutStatus, description?: string): PayoutEntity {
      const current = payout(id);
      if (!next[current.status].includes(status))
        throw new GatewayError(400, `Payout cannot go from ${current.status} to ${status}`);
      const failed = ['reversed', 'failed', 'rejected', 'cancelled'].includes(status);
      const reason = failed ? (description ?? 'Beneficiary bank has rejected the transaction') : null;
      const moved: PayoutEntity = {
        ...current,
        status,
        utr: status === 'processed' ? String(randomInt(10 ** 11, 10 ** 12)) : current.utr,
        failure_reason: reason,
        status_details: {
          description: reason,
          source: failed ? 'beneficiary_bank' : null,
          reason: failed ? 'beneficiary_bank_rejected' : null,
        },
      };
      write({ kind: 'payout', payout: moved });
      return moved;
    },
  };
}

export type PayoutBook = ReturnType<typeof createPayoutBook>;
