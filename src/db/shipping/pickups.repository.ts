import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { NormalizedStatus } from '#domain/shipping/carrier-status.js';
import type { Pickup, PickupResponse } from '#domain/shipping/pickup.js';

export type NewPickup = Omit<
  Pickup,
  'status' | 'confirmationNumber' | 'awb' | 'error' | 'trackingStatus' | 'failedAttempts' | 'sentAt'
>;

const OPEN = ['requested', 'confirmed', 'unclear'];

/** Visits of couriers; each change of state is a conditional update. */
export function createPickupsRepository() {
  return {
    /** @returns false where one of its day, or of its return, is open */
    async insert(tx: Tx, { actor, ...row }: NewPickup): Promise<boolean> {
      const target = row.returnId
        ? "(return_id) where return_id is not null and status in ('requested', 'confirmed', 'unclear')"
        : "(vendor_id, cp_id, account_code, pickup_on) where return_id is null and status in ('requested', 'confirmed', 'unclear')";
      const inserted = await tx('shipping_pickups')
        .insert({ ...row, actor: JSON.stringify(actor) })
        .onConflict(tx.raw(target))
        .ignore()
        .returning('id');
      return inserted.length > 0;
    },

    async find(reader: Reader, scope: { id: string; vendorId?: string }): Promise<Pickup | undefined> {
      return (await reader('shipping_pickups').where(scope).first()) as Pickup | undefined;
    },

    /** The open one of the same day and courier account. */
    async openOfDay(
      reader: Reader,
      {
        vendorId,
        cpId,
        accountCode,
        pickupOn,
      }: Pick<Pickup, 'vendorId' | 'cpId' | 'accountCode' | 'pickupOn'>,
    ): Promise<Pickup | undefined> {
      return (await reader('shipping_pickups')
        .where({ vendorId, cpId, accountCode, pickupOn, returnId: null })
        .whereIn('status', OPEN)
        .first()) as Pickup | undefined;
    },

    async openOfReturn(reader: Reader, returnId: string): Promise<Pickup | undefined> {
      return (await reader('shipping_pickups').where({ returnId }).whereIn('status', OPEN).first()) as
        | Pickup
        | undefined;
    },

    async attemptsOf(reader: Reader, returnId: string): Promise<number> {
      const [row] = (await reader('shipping_pickups').where({ returnId }).count('id as count')) as {
        count: number;
      }[];
      return Number(row?.count ?? 0);
    },

    /** Requests one again of which nobody knows whether it reached the carrier. @returns whether it did */
    async requestAgain(tx: Tx, id: string, at: Date): Promise<boolean> {
      const changed = await tx('shipping_pickups')
        .where({ id, status: 'unclear' })
        .update({ status: 'requested', error: null, requestedAt: at, updatedAt: tx.fn.now() });
      return changed > 0;
    },

    async recordSent(tx: Tx, id: string, at: Date): Promise<void> {
      await tx('shipping_pickups').where({ id }).whereNull('sentAt').update({ sentAt: at });
    },

    /** @returns whether it was still waiting, for that very request; for a visit that the carrier confirmed any one will do */
    async settle(
      tx: Tx,
      { id, request }: { id: string; request?: string },
      response: Exclude<PickupResponse, { kind: 'settled' }>,
    ): Promise<boolean> {
      const changes =
        response.kind === 'confirmed'
          ? {
              confirmationNumber: response.confirmationNumber,
              error: null,
              awb: tx.raw('coalesce(awb, ?)', [response.awb]),
              pickupOn: tx.raw('coalesce(?::date, pickup_on)', [response.pickupOn]),
            }
          : { error: response.reason.slice(0, 500) };
      const changed = await tx('shipping_pickups')
        .where({ id, status: 'requested' })
        .where((rows) => {
          if (request !== undefined && response.kind !== 'confirmed')
            void rows.where({ requestedAt: new Date(request) });
        })
        .update({ status: response.kind, ...changes, updatedAt: tx.fn.now() });
      return changed > 0;
    },

    /** The one of a return that a report is about: by its AWB, else by our reference. */
    async ofReport(
      tx: Tx,
      { awb, references }: { awb: string; references: readonly string[] },
      vendorId: string,
    ): Promise<Pickup | undefined> {
      return (await tx('shipping_pickups')
        .where({ vendorId })
        .whereNotNull('returnId')
        .where((either) => void either.where({ awb }).orWhereIn('reference', [...references]))
        .orderByRaw('awb = ? desc nulls last, requested_at desc', [awb])
        .first()) as Pickup | undefined;
    },

    async lock(tx: Tx, id: string): Promise<Pickup | undefined> {
      return (await tx('shipping_pickups').where({ id }).forNoKeyUpdate().first()) as Pickup | undefined;
    },

    /** @returns false for a scan that was recorded before */
    async recordScan(
      tx: Tx,
      scan: {
        pickupId: string;
        fingerprint: string;
        statusCode: string;
        normalizedStatus: NormalizedStatus;
        payload: Record<string, unknown>;
        occurredAt: Date | null;
      },
    ): Promise<boolean> {
      const inserted = await tx('shipping_pickup_scans')
        .insert({ ...scan, payload: JSON.stringify(scan.payload) })
        .onConflict(['pickupId', 'fingerprint'])
        .ignore()
        .returning('pickupId');
      return inserted.length > 0;
    },

    /** What a scan has changed; one that the carrier reports of exists, whatever was known of it. */
    async moveByScan(
      tx: Tx,
      id: string,
      moved: { awb: string; at: Date; trackingStatus?: NormalizedStatus; failed: boolean; ended: boolean },
    ): Promise<void> {
      await tx('shipping_pickups')
        .where({ id })
        .update({
          awb: tx.raw('coalesce(awb, ?)', [moved.awb]),
          lastScanAt: moved.at,
          status: moved.ended ? 'cancelled' : 'confirmed',
          error: null,
          ...(moved.trackingStatus && { trackingStatus: moved.trackingStatus }),
          ...(moved.failed && { failedAttempts: tx.raw('failed_attempts + 1') }),
          updatedAt: tx.fn.now(),
        });
    },
  };
}
