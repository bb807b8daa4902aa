import type { Tx } from '#db/kernel/unit-of-work.js';
import { createReturnsRepository } from '#db/returns/returns.repository.js';
import { createPickupsRepository } from '#db/shipping/pickups.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { returnsSettings } from '#domain/returns/returns.settings.js';
import type { CarrierScan } from '#domain/shipping/carrier-scan.js';
import { advances } from '#domain/shipping/carrier-status.js';
import { isEndedPickup, PICKUP_TOPIC } from '#domain/shipping/pickup.js';
import { sha256 } from '#lib/crypto.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createSubOrderTransitions } from '#operations/orders/sub-order-transitions.js';
import { createReturnPickupMails } from '#operations/returns/return-pickup-mails.js';
import { createReturnSteps } from '#operations/returns/return-steps.js';
import type { RecordedScan } from './record-scan.js';

/**
 * Scans of what buyers send back: they lead the pickup of the return, and where the operator wants it, the arrival receives
 * the return. A scan that comes twice changes nothing, and the pickup never moves backwards.
 */
export const createReturnScanRecorder = builtOnce((deps: OperationDeps) => {
  const { live, settings } = deps;
  const pickups = createPickupsRepository();
  const returns = createReturnsRepository();
  const subOrders = createSubOrderTransitions(deps);
  const returnSteps = createReturnSteps(deps);
  const mails = createReturnPickupMails(deps);

  /** @returns null where no return of the vendor has this AWB or reference */
  return async function recordReturnScan(
    tx: Tx,
    ctx: Context,
    scan: CarrierScan,
    vendorId: string,
  ): Promise<RecordedScan | null> {
    const found = await pickups.ofReport(tx, scan, vendorId);
    const request = found?.returnId ? await returns.find(tx, found.returnId) : undefined;
    if (!found || !request) return null;
    // The lock of an order is the first of whatever touches it.
    const locked = await subOrders.lock(tx, request.subOrderId);
    const before = await pickups.lock(tx, found.id);
    if (!locked || !before) return null;
    const normalizedStatus = scan.contradiction ? 'pending' : (scan.status ?? 'pending');
    const fingerprint = sha256([scan.awb, scan.codes, scan.timestamp, scan.location ?? ''].join('\n'));
    const recorded = {
      pickupId: found.id,
      fingerprint,
      statusCode: scan.statusCode,
      normalizedStatus,
      payload: scan.payload,
      occurredAt: scan.occurredAt,
    };
    const response = { eventId: scan.eventId ?? fingerprint, normalizedStatus, attention: null };
    if (!(await pickups.recordScan(tx, recorded))) return { ...response, duplicate: true };
    const moved = !scan.contradiction && advances(before.trackingStatus, normalizedStatus);
    const ended = !scan.contradiction && isEndedPickup(scan.statusCode);
    const failed =
      !scan.contradiction && normalizedStatus === 'failed' && before.trackingStatus !== 'delivered';
    await pickups.moveByScan(tx, found.id, {
      awb: scan.awb,
      at: ctx.now,
      failed,
      ended,
      ...(moved && { trackingStatus: normalizedStatus }),
    });
    const pickup = (await pickups.find(tx, { id: found.id })) ?? before;
    if (failed) await mails(tx, ctx, 'return.pickup_failed', request, pickup, ['buyer', 'vendor']);
    if (moved && normalizedStatus === 'delivered') {
      const receives = request.status === 'approved' && settings.get(returnsSettings.receiveOnArrival);
      if (receives) await returnSteps.receive(tx, ctx, locked, request, []);
      else if (request.status === 'approved')
        await mails(tx, ctx, 'return.arrived', request, pickup, ['vendor']);
    }
    await live.publish(tx, PICKUP_TOPIC, found.id);
    return { ...response, duplicate: false };
  };
});
