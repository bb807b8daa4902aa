import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { shipmentReference } from '#domain/shipping/shipment.js';
import { shippingEvents } from '#domain/shipping/shipping.events.js';
import { platformCarrierSettings as carrier } from '#domain/shipping/shipping.settings.js';
import { sha256 } from '#lib/crypto.js';
import type { Container } from '#runtime/container.js';
import { DEMO_COURIER, type PlannedShipment } from './plan-shipments.js';

const SECRET = 'carrier-sandbox-webhook-secret-0000';
const UNITS_AT_ONCE = 500;

/** The account that the platform lends, as the carrier's sandbox knows it. @returns how many settings it has */
export async function writeCarrierSettings(
  tx: Tx,
  { keyring, settingsRepository, live }: Pick<Container, 'keyring' | 'settingsRepository' | 'live'>,
): Promise<number> {
  const { code, ...account } = DEMO_COURIER;
  const secret = process.env['CARRIER_SANDBOX_SECRET'] || SECRET;
  const values = [
    [carrier.apiKey, 'cp_test_platform'],
    [carrier.username, 'haat'],
    [carrier.webhookSecret, secret],
    [carrier.courierMap, { [code]: account }],
    [carrier.pickupName, 'Kaveri Handlooms, dispatch'],
    [carrier.pickupAddress, '14 Loom Street'],
    [carrier.pickupCity, 'Bengaluru'],
    [carrier.pickupState, 'Karnataka'],
    [carrier.pickupPincode, '560001'],
    [carrier.pickupPhone, '9820012345'],
    [carrier.pickupEmail, 'dispatch@example.com'],
    [carrier.pickupTin, '29AAPFU0939F1ZR'],
    [carrier.defaultParcel, { weight: 500, length: 20, breadth: 15, height: 10 }],
  ] as const;
  await settingsRepository.lockRevision(tx);
  await settingsRepository.write(
    tx,
    null,
    values.map(([setting, value]) => {
      const parsed = setting.schema.parse(value);
      return { key: setting.key, value: setting.secret ? keyring.encrypt(parsed as string) : parsed };
    }),
  );
  await live.publish(tx, 'settings', 'shared');
  return values.length;
}

/** Writes parcels as they are. Nobody is notified of them; the platform sends the one that was just requested. */
export async function writeShipments(
  tx: Tx,
  ctx: Context,
  planned: readonly PlannedShipment[],
  { outbox }: Pick<Container, 'outbox'>,
): Promise<void> {
  await tx.batchInsert('shipping_shipments', planned.map(shipmentRow), UNITS_AT_ONCE);
  await tx.batchInsert('shipping_events', planned.flatMap(scanRows), UNITS_AT_ONCE);
  for (const { id: shipmentId, orderId, subOrderId, vendorId, orderNumber, waiting } of planned) {
    if (!waiting) continue;
    const payload = { shipmentId, orderId, orderVendorId: subOrderId, vendorId, orderNumber };
    outbox.append(tx, ctx, shippingEvents.requested, shipmentId, payload);
  }
}

function shipmentRow({ orderNumber: _, scans, waiting: __, ...shipment }: PlannedShipment) {
  const last = scans.at(-1);
  return {
    ...shipment,
    reference: shipmentReference(shipment.subOrderId, shipment.attempt),
    lines: JSON.stringify(shipment.lines),
    actor: JSON.stringify(shipment.actor),
    trackingStatus: last?.status ?? 'pending',
    lastScanAt: last?.at ?? null,
    updatedAt: last?.at ?? shipment.requestedAt,
  };
}

function scanRows({ id: shipmentId, subOrderId, providerId, awb, scans }: PlannedShipment) {
  return scans.map(({ id, code, status, at }, index) => ({
    id,
    shipmentId,
    subOrderId,
    providerId,
    source: 'webhook',
    externalEventId: id,
    // Without the instant, which differs with the day on which the data is loaded.
    fingerprint: sha256(`${awb ?? ''}\n${code}\n${index}`),
    statusCode: code,
    normalizedStatus: status,
    payload: JSON.stringify({ waybill: awb, status: code, timestamp: at.toISOString() }),
    occurredAt: at,
    receivedAt: at,
  }));
}
