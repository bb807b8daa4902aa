import { readVendorRecipients } from '#db/orders/vendor-recipients.query.js';
import type { OrderView } from '#db/orders/order.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { buyerVariables, parcelContents } from '#domain/orders/order-mail-variables.js';
import { type Phrase, phrase } from '#domain/mail/phrase.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import type { NormalizedStatus } from '#domain/shipping/carrier-status.js';
import { courierTitle } from '#domain/shipping/couriers.js';
import type { Shipment } from '#domain/shipping/shipment.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { viewOf } from '#operations/orders/order-transitions.js';
import { storefrontUrl, vendorPanelUrl } from '#operations/settings/page-urls.js';

/** The statuses of a parcel that its buyer is written to about. */
const mailedStatuses: Partial<Record<NormalizedStatus, Phrase>> = {
  out_for_delivery: phrase('tracking.out_for_delivery'),
  delivered: phrase('tracking.delivered'),
  failed: phrase('tracking.failed'),
};

function vendorNameOf({ subOrders }: OrderView, { subOrderId }: Shipment): string {
  return subOrders.find(({ id }) => id === subOrderId)?.vendorName ?? '';
}

/** Subunits that are collected with a parcel. */
function dueOf({ subOrders }: OrderView, { subOrderId, value }: Shipment): number {
  return value ?? subOrders.find(({ id }) => id === subOrderId)?.total ?? 0;
}

/** What every mail about a parcel says of it. */
function parcelVariables(shipment: Shipment, vendorName: string): Record<string, string> {
  const { id, subOrderId, vendorId, providerId, method, courierCode, trackingCode, awb, trackingUrl } =
    shipment;
  return {
    shipmentId: id,
    orderVendorId: subOrderId,
    vendorId,
    vendorName,
    providerId,
    method,
    courierName: courierCode ? courierTitle(courierCode) : '',
    trackingCode: trackingCode ?? awb ?? '',
    awb: awb ?? '',
    trackingUrl: trackingUrl ?? '',
  };
}

type Deps = Pick<OperationDeps, 'mail' | 'settings'>;

/** The mails to the buyer about a parcel: at most one of each kind, by their dedupe keys. */
export const createShippingMails = builtOnce(({ mail, settings }: Deps) => {
  async function toBuyer(
    tx: Tx,
    ctx: Context,
    shipment: Shipment,
    template: string,
    kind: string,
    variables: Record<string, unknown>,
  ): Promise<void> {
    const order = await viewOf(tx, shipment.orderId);
    const vendorName = vendorNameOf(order, shipment);
    const shared = buyerVariables(order, storefrontUrl(settings));
    await mail.enqueue(tx, ctx, {
      template,
      role: 'customer',
      to: order.email,
      variables: {
        ...shared,
        // The courier collects what is in the parcel, not what the whole order costs.
        ...('amountDue' in shared ? { amountDue: dueOf(order, shipment) } : {}),
        ...parcelVariables(shipment, vendorName),
        parcelContents: parcelContents(order, shipment.lines),
        // Without a courier the seller brings it.
        ...(shipment.courierCode ? {} : { courierName: vendorName }),
        ...variables,
      },
      orderId: shipment.orderId,
      dedupeKey: `${template}:${shipment.id}:${kind}`,
    });
  }

  /** To the people of the vendor, who decide on it. */
  async function toVendor(
    tx: Tx,
    ctx: Context,
    shipment: Shipment,
    template: string,
    variables: Record<string, unknown>,
  ): Promise<void> {
    const order = await viewOf(tx, shipment.orderId);
    const recipients = await readVendorRecipients(tx, [shipment.vendorId]);
    const orderUrl = vendorPanelUrl(settings, `orders/${shipment.subOrderId}`);
    const mails = recipients.map(({ userId, email, name }) => ({
      template,
      role: 'vendor_member' as const,
      to: email,
      variables: {
        customerName: name,
        orderId: order.id,
        orderNumber: order.orderNumber,
        orderUrl,
        ...parcelVariables(shipment, vendorNameOf(order, shipment)),
        ...variables,
      },
      orderId: shipment.orderId,
      dedupeKey: `${template}:vendor:${shipment.id}:${userId}`,
    }));
    await mail.enqueueAll(tx, ctx, mails);
  }

  /** To the operators, at the store's own address; without one there is nobody to write to. */
  async function toOperators(
    tx: Tx,
    ctx: Context,
    shipment: Shipment,
    template: string,
    variables: Record<string, unknown>,
  ): Promise<void> {
    const to = settings.get(mailSettings.supportEmail);
    if (!to) return;
    const order = await viewOf(tx, shipment.orderId);
    await mail.enqueue(tx, ctx, {
      template,
      role: 'admin',
      to,
      variables: {
        orderId: order.id,
        orderNumber: order.orderNumber,
        ...parcelVariables(shipment, vendorNameOf(order, shipment)),
        ...variables,
      },
      orderId: shipment.orderId,
      dedupeKey: `${template}:admin:${shipment.id}`,
    });
  }

  return {
    /** The parcel goes back to its sender. */
    async returning(tx: Tx, ctx: Context, shipment: Shipment): Promise<void> {
      await toVendor(tx, ctx, shipment, 'shipping.shipment.returning', {});
      await toOperators(tx, ctx, shipment, 'shipping.shipment.returning', {});
    },

    /** The carrier has accepted the shipment and gives no AWB. */
    stuck: (tx: Tx, ctx: Context, shipment: Shipment, hours: number) =>
      toOperators(tx, ctx, shipment, 'shipping.shipment.stuck', { hours }),

    shipped: (tx: Tx, ctx: Context, shipment: Shipment) =>
      toBuyer(tx, ctx, shipment, 'shipping.shipment.created', 'created', {
        occurredAt: ctx.now.toISOString(),
        // In the afternoon of that day, so that stores of nearly every zone write the same day.
        expectedOn: shipment.expectedOn ? `${shipment.expectedOn}T15:00:00+05:30` : '',
      }),

    cancelled: (tx: Tx, ctx: Context, shipment: Shipment, reason: string) =>
      toBuyer(tx, ctx, shipment, 'shipping.shipment.cancelled', 'cancelled', { reason }),

    /** A scan moved the parcel to a status that buyers are mailed about. */
    async tracked(
      tx: Tx,
      ctx: Context,
      shipment: Shipment,
      scan: { status: NormalizedStatus; statusCode: string; location: string | null; at: Date },
    ): Promise<void> {
      const statusLabel = mailedStatuses[scan.status];
      if (!statusLabel) return;
      await toBuyer(tx, ctx, shipment, 'shipping.tracking.updated', scan.status, {
        normalizedStatus: scan.status,
        statusCode: scan.statusCode,
        statusLabel,
        location: scan.location ?? '',
        occurredAt: scan.at.toISOString(),
      });
    },
  };
});

export type ShippingMails = ReturnType<typeof createShippingMails>;
