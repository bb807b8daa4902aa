import { awaitsLabelSql } from './awaiting-sql.js';
import { expectRow } from '#db/kernel/expect-row.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Attention, Shipment } from '#domain/shipping/shipment.js';

export type NewShipment = Pick<
  Shipment,
  | 'id'
  | 'orderId'
  | 'subOrderId'
  | 'vendorId'
  | 'attempt'
  | 'parcel'
  | 'counted'
  | 'value'
  | 'reference'
  | 'lines'
  | 'providerId'
  | 'method'
  | 'credentialSource'
  | 'courierCode'
  | 'cpId'
  | 'accountCode'
  | 'status'
  | 'trackingCode'
  | 'trackingUrl'
  | 'actor'
  | 'requestedAt'
  | 'createdAt'
>;

/** A parcel under the number that it had when it was read. */
type OfParcel = Pick<Shipment, 'id' | 'awb'>;

const noAttention = { attention: null, attentionNote: null, attentionAt: null, foreignAwb: null };

/** Parcels of sub-orders. The order's lock decides who may claim one; each change of state is a conditional update. */
export function createShipmentsRepository() {
  return {
    async insert(tx: Tx, shipment: NewShipment): Promise<void> {
      const { lines, actor, ...rest } = shipment;
      await tx('shipping_shipments').insert({
        ...rest,
        lines: JSON.stringify(lines),
        actor: JSON.stringify(actor),
      });
    },

    async find(reader: Reader, id: string): Promise<Shipment | undefined> {
      return reader('shipping_shipments').where({ id }).first() as Promise<Shipment | undefined>;
    },

    /**
     * Locks a parcel and reads it as it is then. Its events refer to it, and so take a weaker lock of the row as they are
     * written: two that were written at the same time would wait for each other.
     */
    async lock(tx: Tx, id: string): Promise<Shipment> {
      return expectRow((await tx('shipping_shipments').where({ id }).forNoKeyUpdate()) as Shipment[]);
    },

    /** The latest attempt of a sub-order. */
    async latest(reader: Reader, subOrderId: string): Promise<Shipment | undefined> {
      return reader('shipping_shipments').where({ subOrderId }).orderBy('attempt', 'desc').first() as Promise<
        Shipment | undefined
      >;
    },

    /** The shipment that readers of a sub-order see: its first parcel, of several attempts the latest. */
    async shown(reader: Reader, subOrderId: string): Promise<Shipment | undefined> {
      return reader('shipping_shipments')
        .where({ subOrderId })
        .orderBy([{ column: 'parcel' }, { column: 'attempt', order: 'desc' }])
        .first() as Promise<Shipment | undefined>;
    },

    /** The numbers of the next attempt and of its parcel: one that was not made leaves its number to the next. */
    async nextNumbers(tx: Tx, subOrderId: string): Promise<{ attempt: number; parcel: number }> {
      return expectRow(
        (await tx('shipping_shipments')
          .where({ subOrderId })
          .select(
            tx.raw('coalesce(max(attempt), 0) + 1 as attempt'),
            tx.raw(`(count(*) filter (where counted and status <> 'failed'))::integer + 1 as parcel`),
          )) as { attempt: number; parcel: number }[],
      );
    },

    /** Whether a shipment of the sub-order is at its carrier right now. */
    async isCreatingFor(tx: Tx, subOrderId: string): Promise<boolean> {
      const row = await tx('shipping_shipments').where({ subOrderId, status: 'creating' }).first('id');
      return row !== undefined;
    },

    /** The attempt of a sub-order that a person has to look at, the latest of several. */
    async flagged(reader: Reader, subOrderId: string): Promise<Shipment | undefined> {
      return reader('shipping_shipments')
        .where({ subOrderId })
        .whereNotNull('attention')
        .orderBy('attempt', 'desc')
        .first() as Promise<Shipment | undefined>;
    },

    /** Everything of a sub-order that was not cancelled, where it is one parcel. */
    async linesOf(tx: Tx, subOrderId: string): Promise<Shipment['lines']> {
      return tx('orders_lines')
        .where({ subOrderId })
        .whereRaw('quantity > cancelled_quantity')
        .orderBy('position')
        .select('id as lineId', tx.raw('quantity - cancelled_quantity as quantity'));
    },

    /** Whether a shipment of the order is at its carrier right now. */
    async isCreating(tx: Tx, orderId: string): Promise<boolean> {
      const row = await tx('shipping_shipments').where({ orderId, status: 'creating' }).first('id');
      return row !== undefined;
    },

    async setInvoiceNumber(tx: Tx, id: string, invoiceNumber: string): Promise<void> {
      await tx('shipping_shipments').where({ id }).update({ invoiceNumber });
    },

    /** The carrier has taken it. @returns false when somebody settled it before */
    async markCreated(
      tx: Tx,
      id: string,
      created: { awb: string | null; labelUrl: string | null; expectedOn: string | null; at: Date },
    ): Promise<boolean> {
      const { awb, labelUrl, expectedOn, at } = created;
      const changed = await tx('shipping_shipments')
        .where({ id, status: 'creating' })
        .update({
          status: 'created',
          // A webhook may have been faster.
          awb: tx.raw('coalesce(awb, ?)', [awb]),
          trackingCode: tx.raw('coalesce(tracking_code, awb, ?)', [awb]),
          labelUrl: tx.raw('coalesce(label_url, ?)', [labelUrl]),
          expectedOn: tx.raw('coalesce(expected_on, ?)', [expectedOn]),
          createdAt: at,
          error: null,
          updatedAt: tx.fn.now(),
        });
      return changed > 0;
    },

    /** The carrier will not take it, or could not be reached. @returns false when somebody settled or claimed it before */
    async markFailed(
      tx: Tx,
      id: string,
      failure: { kind: 'refused' | 'unreachable'; error: string; request?: string },
    ): Promise<boolean> {
      const changed = await tx('shipping_shipments')
        .where({ id, status: 'creating' })
        .where((rows) => {
          if (failure.request !== undefined) void rows.where({ requestedAt: new Date(failure.request) });
        })
        .update({ status: 'failed', error: failure.error, errorKind: failure.kind, updatedAt: tx.fn.now() });
      return changed > 0;
    },

    async markCancelled(tx: Tx, id: string, voidStatus: 'requested' | null): Promise<boolean> {
      const changed = await tx('shipping_shipments')
        .where({ id, status: 'created' })
        .update({ status: 'cancelled', voidStatus, updatedAt: tx.fn.now() });
      return changed > 0;
    },

    async setVoided(
      tx: Tx,
      id: string,
      end: { status: 'voided' | 'refused'; error: string | null },
    ): Promise<boolean> {
      const changed = await tx('shipping_shipments')
        .where({ id, voidStatus: 'requested' })
        .update({ voidStatus: end.status, voidError: end.error, updatedAt: tx.fn.now() });
      return changed > 0;
    },

    /** Stamps AWB and label where they are blank. @returns whether one of them is new */
    async stamp(
      tx: Tx,
      id: string,
      stamped: { awb: string | null; labelUrl: string | null },
    ): Promise<boolean> {
      const { rows } = await tx.raw<{ rows: unknown[] }>(
        `update shipping_shipments s
         set awb = coalesce(s.awb, ?), tracking_code = coalesce(s.tracking_code, s.awb, ?),
           label_url = coalesce(s.label_url, ?), updated_at = now()
         from (select id from shipping_shipments where id = ? for no key update) before
         where s.id = before.id and ((s.awb is null and ?::text is not null) or (s.label_url is null and ?::text is not null))
         returning 1`,
        [stamped.awb, stamped.awb, stamped.labelUrl, id, stamped.awb, stamped.labelUrl] as string[],
      );
      return rows.length > 0;
    },

    /** Has a person look at a parcel; the reason that came last stands. */
    async flag(
      tx: Tx,
      id: string,
      flag: { attention: Attention; note: string; at: Date; foreignAwb?: string },
    ): Promise<void> {
      const { attention, note: attentionNote, at: attentionAt, foreignAwb } = flag;
      await tx('shipping_shipments')
        .where({ id })
        .update({
          attention,
          attentionNote,
          attentionAt,
          ...(foreignAwb && { foreignAwb }),
          updatedAt: tx.fn.now(),
        });
    },

    /** A person has looked at it. @returns whether there was anything to look at */
    async dismissAttention(tx: Tx, id: string): Promise<boolean> {
      const changed = await tx('shipping_shipments')
        .where({ id })
        .whereNotNull('attention')
        .update({ ...noAttention, updatedAt: tx.fn.now() });
      return changed > 0;
    },

    /**
     * The parcel goes on under the AWB that was reported with its reference; its label is another one then.
     * @returns false when another AWB was reported meanwhile
     */
    async takeOverAwb(tx: Tx, id: string, awb: string): Promise<boolean> {
      const changed = await tx('shipping_shipments')
        .where({ id, foreignAwb: awb })
        .update({
          awb,
          trackingCode: awb,
          labelUrl: null,
          labelKey: null,
          labelSince: null,
          labelError: null,
          // The next poll asks about it: its scans so far have moved nothing.
          lastAskedAt: null,
          lastScanAt: null,
          ...noAttention,
          updatedAt: tx.fn.now(),
        });
      return changed > 0;
    },

    /** The label is waited for from now on, and why it was not fetched. */
    async recordLabelError(tx: Tx, { id, awb }: OfParcel, error: string, at: Date): Promise<void> {
      await tx('shipping_shipments')
        .where({ id, awb })
        .whereNull('labelKey')
        .update({ labelError: error.slice(0, 500), labelSince: tx.raw('coalesce(label_since, ?)', [at]) });
    },

    /** The carrier's address of the label, where it was not known before. */
    async setLabelUrl(tx: Tx, { id, awb }: OfParcel, labelUrl: string): Promise<void> {
      await tx('shipping_shipments').where({ id, awb }).update({ labelUrl, updatedAt: tx.fn.now() });
    },

    /** Parcels with a number whose label is not stored, the oldest first. */
    async withoutLabel(
      tx: Tx,
      since: Date,
      limit: number,
    ): Promise<{ id: string; orderId: string; vendorId: string; orderNumber: string }[]> {
      const { rows } = await tx.raw<{
        rows: { id: string; orderId: string; vendorId: string; orderNumber: string }[];
      }>(
        `select s.id, s.order_id, s.vendor_id, o.order_number from shipping_shipments s join orders o on o.id = s.order_id
         where ${awaitsLabelSql('s')} and s.requested_at >= ?
         order by s.requested_at limit ?`,
        [since, limit] as never[],
      );
      return rows;
    },

    /** @returns whether the parcel still has that number: another one has another label */
    async setLabelKey(tx: Tx, { id, awb }: OfParcel, labelKey: string): Promise<boolean> {
      const changed = await tx('shipping_shipments')
        .where({ id, awb })
        .whereNull('labelKey')
        .update({ labelKey, labelError: null });
      return changed > 0;
    },

    /** The carrier expects to deliver a parcel on another day. */
    async setExpectedOn(tx: Tx, id: string, expectedOn: string): Promise<void> {
      await tx('shipping_shipments').where({ id }).update({ expectedOn, updatedAt: tx.fn.now() });
    },

    /** Before a call that may make a parcel leaves. */
    async recordSent(tx: Tx, id: string, at: Date): Promise<void> {
      await tx('shipping_shipments').where({ id }).whereNull('sentAt').update({ sentAt: at });
    },

    /** Claims a shipment once more that could not be brought to its carrier. @returns whether it did */
    async claimAgain(
      tx: Tx,
      id: string,
      claim: Pick<
        Shipment,
        'method' | 'credentialSource' | 'courierCode' | 'cpId' | 'accountCode' | 'requestedAt'
      >,
    ): Promise<boolean> {
      const changed = await tx('shipping_shipments')
        .where({ id, status: 'failed', errorKind: 'unreachable' })
        .update({ ...claim, status: 'creating', error: null, errorKind: null, updatedAt: tx.fn.now() });
      return changed > 0;
    },

    /** Asks for the cancellation of a shipment that may have reached its carrier although no response came. */
    async requestVoid(tx: Tx, id: string): Promise<boolean> {
      const changed = await tx('shipping_shipments')
        .where({ id, status: 'failed', errorKind: 'unreachable' })
        .whereNotNull('sentAt')
        .whereNull('voidStatus')
        .update({ voidStatus: 'requested', updatedAt: tx.fn.now() });
      return changed > 0;
    },

    async orderNumberOf(tx: Tx, orderId: string): Promise<string> {
      const row = (await tx('orders').where({ id: orderId }).first('orderNumber')) as { orderNumber: string };
      return row.orderNumber;
    },

    async recordAsked(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
      await tx('shipping_shipments')
        .whereIn('id', [...ids])
        .update({ lastAskedAt: at });
    },
  };
}

export type ShipmentsRepository = ReturnType<typeof createShipmentsRepository>;
