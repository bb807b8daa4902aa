import { randomInt } from 'node:crypto';
import {
  type AdjustmentEntity,
  type DisputeEntity,
  type DisputeStatus,
  type DocumentEntity,
  entityId,
  epochSeconds,
  type PaymentEntity,
  type ReconLine,
  type RefundEntity,
  type SettlementEntity,
} from './entities.js';
import { GatewayError, notFound } from './gateway-error.js';
import { type Ledger, newestFirst, type Span } from './ledger.js';

/** A settlement with the lines that it carries: `type:entity_id`, which a line keeps when its settlement is tried again. */
export interface SettlementEntry extends SettlementEntity {
  lines: ReconLine[];
}

export type BalanceEntry = DisputeEntity | DocumentEntity | AdjustmentEntity | SettlementEntry;

const balanceEntities = ['dispute', 'document', 'adjustment', 'transfer', 'settlement'];

/** Whether an entry of the journal belongs here. */
export function isOfBalance(entry: { entity: string }): entry is BalanceEntry {
  return balanceEntities.includes(entry.entity);
}

const DAY_SECONDS = 86_400;
/** The gateway counts its days in India. */
const ZONE_SECONDS = 5.5 * 3_600;
/** Proofs are wanted within a week. */
const RESPOND_SECONDS = 7 * DAY_SECONDS;

const final: readonly DisputeStatus[] = ['won', 'lost', 'closed'];

export interface NewDispute {
  paymentId: string;
  /** Undefined disputes all that was paid. */
  amount?: number | undefined;
  reason?: string | undefined;
  phase?: DisputeEntity['phase'] | undefined;
}

export interface Balance {
  /** Subunits that the gateway holds and has not settled. */
  total(): number;
  /** What waits for a settlement, the oldest first. */
  open(): ReconLine[];
  openDispute(dispute: NewDispute): DisputeEntity;
  dispute(id: string): DisputeEntity;
  listDisputes(span: Span): DisputeEntity[];
  /** @throws GatewayError for a dispute that has ended */
  moveDispute(id: string, status: DisputeStatus): DisputeEntity;
  contest(id: string, evidence: Record<string, unknown>, submit: boolean): DisputeEntity;
  addDocument(document: Pick<DocumentEntity, 'purpose' | 'name' | 'mime_type' | 'size'>): DocumentEntity;
  document(id: string): DocumentEntity;
  adjust(
    adjustment: Partial<AdjustmentEntity> & Pick<AdjustmentEntity, 'amount' | 'description'>,
  ): AdjustmentEntity;
  /** Settles what is old enough. Undefined where there is nothing. */
  settle(status: SettlementEntity['status']): SettlementEntity | undefined;
  moveSettlement(id: string, status: 'processed' | 'failed'): SettlementEntity;
  settlement(id: string): SettlementEntity;
  listSettlements(span: Span): SettlementEntity[];
  /** Lines by the day of their settlement, in India. */
  recon(date: { year: number; month: number; day?: number | undefined }): ReconLine[];
  restore(entry: BalanceEntry): void;
}

/**
 * The money that the gateway holds for the shop: captures without fees, refunds, disputes and adjustments, until a settlement
 * carries them to the bank. Lines of payments and refunds are made when they are settled, so that a payment costs nothing more.
 */
export function createBalance(options: {
  now: () => Date;
  ledger: Ledger;
  controls: { deductAtOnset: boolean; settlementDelaySeconds: number };
  remember?: (entry: BalanceEntry) => void;
}): Balance {
  const { now, ledger, controls, remember = () => undefined } = options;
  const disputes = new Map<string, DisputeEntity>();
  const documents = new Map<string, DocumentEntity>();
  const adjustments = new Map<string, AdjustmentEntity>();
  const settlements = new Map<string, SettlementEntry>();
  /** Which settlement carries an entity. */
  const carried = new Map<string, string>();

  function restore(entry: BalanceEntry): void {
    if (entry.entity === 'dispute') disputes.set(entry.id, entry);
    else if (entry.entity === 'document') documents.set(entry.id, entry);
    else if (entry.entity === 'settlement') {
      settlements.set(entry.id, entry);
      for (const line of entry.lines) carried.set(line.entity_id, entry.id);
    } else adjustments.set(entry.id, entry);
  }
  function save<T extends BalanceEntry>(entry: T): T {
    restore(entry);
    remember(entry);
    return entry;
  }
  function found<T>(map: Map<string, T>, id: string, kind: string): T {
    const entry = map.get(id);
    if (!entry) throw notFound(kind);
    return entry;
  }

  const adjust: Balance['adjust'] = (adjustment) =>
    save({
      id: entityId(adjustment.entity === 'transfer' ? 'trf' : 'adj'),
      entity: 'adjustment',
      currency: 'INR',
      payment_id: null,
      dispute_id: null,
      created_at: epochSeconds(now()),
      ...adjustment,
    });

  function deduct(dispute: DisputeEntity, amount: number, description: string): void {
    adjust({ amount, description, payment_id: dispute.payment_id, dispute_id: dispute.id });
  }

  function moveDispute(id: string, status: DisputeStatus): DisputeEntity {
    const dispute = found(disputes, id, 'dispute');
    if (final.includes(dispute.status))
      throw new GatewayError(400, `The dispute is already ${dispute.status}`, { reason: 'dispute_closed' });
    const { amount, amount_deducted: taken } = dispute;
    if (status === 'lost' && taken === 0) deduct(dispute, -amount, 'Dispute lost');
    if ((status === 'won' || status === 'closed') && taken > 0) deduct(dispute, taken, 'Dispute reversed');
    const deducted = status === 'lost' ? amount : final.includes(status) ? 0 : taken;
    return save({ ...dispute, status, amount_deducted: deducted });
  }

  function lineOf(
    entity: { id: string; currency: string; created_at: number },
    line: Pick<ReconLine, 'type' | 'amount'> & Partial<ReconLine>,
  ): ReconLine {
    return {
      entity_id: entity.id,
      debit: 0,
      credit: 0,
      currency: entity.currency,
      fee: 0,
      tax: 0,
      on_hold: false,
      settled: false,
      created_at: entity.created_at,
      settled_at: 0,
      settlement_id: '',
      posted_at: null,
      credit_type: 'default',
      description: null,
      notes: '{}',
      payment_id: null,
      settlement_utr: '',
      order_id: null,
      order_receipt: null,
      method: null,
      dispute_id: null,
      ...line,
    };
  }
  const paymentLine = (payment: PaymentEntity): ReconLine =>
    lineOf(payment, {
      type: 'payment',
      amount: payment.amount,
      fee: payment.fee ?? 0,
      tax: payment.tax ?? 0,
      credit: payment.amount - (payment.fee ?? 0),
      order_id: payment.order_id,
      method: payment.method,
      description: payment.description,
    });
  const refundLine = (refund: RefundEntity): ReconLine =>
    lineOf(refund, {
      type: 'refund',
      amount: refund.amount,
      debit: refund.amount,
      payment_id: refund.payment_id,
      order_id: ledger.payment(refund.payment_id).order_id,
    });
  const adjustmentLine = (adjustment: AdjustmentEntity): ReconLine =>
    lineOf(adjustment, {
      type: adjustment.entity,
      amount: Math.abs(adjustment.amount),
      debit: Math.max(0, -adjustment.amount),
      credit: Math.max(0, adjustment.amount),
      payment_id: adjustment.payment_id,
      dispute_id: adjustment.dispute_id,
      description: adjustment.description,
    });

  function open(): ReconLine[] {
    const isOpen = ({ id }: { id: string }) => !carried.has(id);
    return [
      ...ledger.captured().filter(isOpen).map(paymentLine),
      // One that failed before it was settled never left the balance.
      ...ledger
        .refunded()
        .filter((refund) => isOpen(refund) && refund.status !== 'failed')
        .map(refundLine),
      ...[...adjustments.values()].filter(isOpen).map(adjustmentLine),
      // One that failed afterwards comes back.
      ...ledger
        .refunded()
        .filter((refund) => refund.status === 'failed' && carried.has(refund.id) && isOpen(returnOf(refund)))
        .map((refund) =>
          lineOf(returnOf(refund), {
            type: 'adjustment',
            amount: refund.amount,
            credit: refund.amount,
            payment_id: refund.payment_id,
            description: `Refund ${refund.id} failed`,
          }),
        ),
    ];
  }

  /** The adjustment that gives a refund back which failed after it was settled. */
  function returnOf(refund: RefundEntity) {
    return { ...refund, id: refund.id.replace('rfnd_', 'adj_') };
  }

  const netOf = (lines: ReconLine[]) => lines.reduce((total, { credit, debit }) => total + credit - debit, 0);
  const newUtr = (at: number) =>
    `${at}${randomInt(36 ** 6)
      .toString(36)
      .padStart(6, '0')}`;

  function write(entry: SettlementEntry, at: number): SettlementEntity {
    const { lines, ...settlement } = entry;
    save({
      ...settlement,
      lines: lines.map((line) => ({
        ...line,
        settled: settlement.status === 'processed',
        settled_at: at,
        settlement_id: settlement.id,
        settlement_utr: settlement.utr,
      })),
    });
    return settlement;
  }
  const withoutLines = ({ lines: _lines, ...settlement }: SettlementEntry): SettlementEntity => settlement;

  return {
    restore,
    open,
    total: () => netOf(open()),
    adjust,
    moveDispute,
    dispute: (id) => found(disputes, id, 'dispute'),
    listDisputes: (span) => newestFirst(disputes, span),

    openDispute({ paymentId, amount, reason = 'goods_or_services_not_received', phase = 'chargeback' }) {
      const payment = ledger.payment(paymentId);
      if (!payment.captured) throw new GatewayError(400, 'Only captured payments can be disputed');
      const disputed = amount ?? payment.amount;
      if (disputed > payment.amount)
        throw new GatewayError(400, 'The amount is greater than that of the payment', { field: 'amount' });
      const at = epochSeconds(now());
      const dispute = save<DisputeEntity>({
        id: entityId('disp'),
        entity: 'dispute',
        payment_id: payment.id,
        amount: disputed,
        currency: payment.currency,
        amount_deducted: controls.deductAtOnset ? disputed : 0,
        gateway_dispute_id: `D${randomInt(10 ** 9)}`,
        reason_code: reason,
        reason_description: reason.replaceAll('_', ' '),
        respond_by: at + RESPOND_SECONDS,
        status: 'open',
        phase,
        created_at: at,
        evidence: { amount: disputed, summary: null, submitted_at: null },
      });
      if (controls.deductAtOnset) deduct(dispute, -disputed, 'Dispute opened');
      return dispute;
    },

    contest(id, evidence, submit) {
      const dispute = found(disputes, id, 'dispute');
      if (dispute.status !== 'open')
        throw new GatewayError(400, 'Only disputes in the open state can be contested');
      if (epochSeconds(now()) > dispute.respond_by)
        throw new GatewayError(400, 'The time to respond to the dispute is over');
      const submitted = submit ? epochSeconds(now()) : null;
      return save({
        ...dispute,
        status: submit ? ('under_review' as const) : dispute.status,
        evidence: { ...dispute.evidence, ...evidence, submitted_at: submitted },
      });
    },

    addDocument: (document) =>
      save<DocumentEntity>({
        id: entityId('doc'),
        entity: 'document',
        created_at: epochSeconds(now()),
        ...document,
      }),
    document: (id) => found(documents, id, 'document'),

    settle(status) {
      const at = epochSeconds(now());
      const lines = open().filter(
        ({ created_at: created }) => created + controls.settlementDelaySeconds <= at,
      );
      if (lines.length === 0) return undefined;
      const amount = netOf(lines);
      const settlement = {
        id: entityId('setl'),
        entity: 'settlement' as const,
        amount,
        status,
        fees: 0,
        tax: 0,
      };
      return write({ ...settlement, utr: newUtr(at), created_at: at, lines }, at);
    },
    moveSettlement(id, status) {
      const settlement = found(settlements, id, 'settlement');
      if (settlement.status === 'processed')
        throw new GatewayError(400, 'The settlement has been processed already');
      const at = epochSeconds(now());
      return write({ ...settlement, status, utr: newUtr(at) }, at);
    },
    settlement: (id) => withoutLines(found(settlements, id, 'settlement')),
    listSettlements: (span) => newestFirst(settlements, span).map(withoutLines),

    recon: ({ year, month, day }) =>
      [...settlements.values()]
        .reverse()
        .flatMap(({ lines }) => lines)
        .filter(({ settled_at: at }) => {
          const local = new Date((at + ZONE_SECONDS) * 1_000);
          return (
            local.getUTCFullYear() === year &&
            local.getUTCMonth() + 1 === month &&
            (day === undefined || local.getUTCDate() === day)
          );
        }),
  };
}
