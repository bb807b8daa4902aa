import type { Response } from 'express';
import { DateTime } from 'luxon';
import { sendPdf } from '#api/kernel/pdf-response.js';
import { createShipmentsRepository } from '#db/shipping/shipments.repository.js';
import {
  type ListedShipment as ListedShipmentRow,
  listShipments,
  readManifest,
} from '#db/shipping/shipment-lists.query.js';
import { vendorOfSubOrder } from '#db/orders/vendor-orders.query.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { courierTitle } from '#domain/shipping/couriers.js';
import type { Shipment } from '#domain/shipping/shipment.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import { manifestPdf } from '#integrations/pdf/manifest-pdf.js';
import type { Platform } from '#operations/platform.js';

export type ListedShipment = ListedShipmentRow;

/** One of several parcels of a sub-order, of one vendor where `vendorId` is given. */
export interface ParcelScope {
  parcelId: string;
  vendorId?: string;
}

/** What is read of shipments beside their sub-orders: labels, a day's parcels, the operator's list. */
export function createShipmentsService({
  knex,
  storage,
  settings,
  clock,
  unitOfWork,
  audit,
  operations,
}: Pick<Platform, 'knex' | 'storage' | 'settings' | 'clock' | 'unitOfWork' | 'audit' | 'operations'>) {
  const shipments = createShipmentsRepository();
  const { shipmentSteps } = operations;

  /** The shipment of a sub-order that a person has to look at. */
  async function flaggedShipment(subOrderId: string): Promise<Shipment> {
    if (!(await vendorOfSubOrder(knex, { subOrderId }))) throw platformErrors.notFound({ entity: 'Order' });
    const shipment = await shipments.flagged(knex, subOrderId);
    if (!shipment) throw shippingErrors.nothingToDecide();
    return shipment;
  }

  async function parcelOf({ parcelId, vendorId }: ParcelScope): Promise<Shipment> {
    const parcel = await shipments.find(knex, parcelId);
    if (!parcel?.counted || (vendorId && parcel.vendorId !== vendorId))
      throw platformErrors.notFound({ entity: 'Parcel' });
    return parcel;
  }

  async function sendLabelOf(response: Response, shipment: Shipment | undefined): Promise<void> {
    const file = shipment?.labelKey ? await storage.get(shipment.labelKey) : null;
    if (!shipment || !file) throw shippingErrors.noLabel({}, { retryAfter: 5 });
    await sendPdf(response, `label-${shipment.awb ?? shipment.reference}`, file);
  }

  async function fetchLabelOf(ctx: Context, shipment: Shipment | undefined): Promise<void> {
    if (!shipment?.awb || shipment.providerId !== 'carrier' || shipment.status !== 'created')
      throw shippingErrors.noParcel();
    await unitOfWork.run(ctx, async (tx) => {
      await shipmentSteps.requestLabel(tx, ctx, shipment);
      const { id: entityId, vendorId, awb } = shipment;
      await audit.record(tx, ctx, [
        { entity: 'shipment', entityId, vendorId, action: 'fetch_label', after: { awb } },
      ]);
    });
  }

  return {
    list: (query: ListQuery) => listShipments(knex, query),

    /** @throws AppError NOT_FOUND for another vendor's, CONFLICT while there is no label */
    async sendLabel(response: Response, scope: { subOrderId: string; vendorId?: string }): Promise<void> {
      if (!(await vendorOfSubOrder(knex, scope))) throw platformErrors.notFound({ entity: 'Order' });
      await sendLabelOf(response, await shipments.shown(knex, scope.subOrderId));
    },

    /** The label of one of several parcels. @throws as `sendLabel` */
    async sendParcelLabel(response: Response, scope: ParcelScope): Promise<void> {
      await sendLabelOf(response, await parcelOf(scope));
    },

    /**
     * Has the label fetched from the carrier once more.
     * @throws AppError NOT_FOUND for another vendor's, CONFLICT without an AWB
     */
    async fetchLabel(ctx: Context, scope: { subOrderId: string; vendorId?: string }): Promise<void> {
      if (!(await vendorOfSubOrder(knex, scope))) throw platformErrors.notFound({ entity: 'Order' });
      await fetchLabelOf(ctx, await shipments.shown(knex, scope.subOrderId));
    },

    /** Has the label of one of several parcels fetched once more. @throws as `fetchLabel` */
    async fetchParcelLabel(ctx: Context, scope: ParcelScope): Promise<void> {
      await fetchLabelOf(ctx, await parcelOf(scope));
    },

    /**
     * Marks one of several parcels as delivered; a repeat changes nothing. The sub-order is delivered with the last.
     * @returns the sub-order
     * @throws AppError NOT_FOUND for another vendor's, CONFLICT for one that was not made, was cancelled, or goes back
     */
    async deliverParcel(ctx: Context, scope: ParcelScope): Promise<string> {
      const { id, subOrderId } = await parcelOf(scope);
      await unitOfWork.run(ctx, async (tx) => {
        const locked = await operations.subOrderTransitions.lock(tx, subOrderId);
        const parcel = await shipments.find(tx, id);
        if (!locked || !parcel) throw platformErrors.notFound({ entity: 'Parcel' });
        if (parcel.status !== 'created') throw shippingErrors.parcelState({ status: parcel.status });
        const { trackingStatus, vendorId } = parcel;
        if (trackingStatus === 'returned') throw shippingErrors.parcelReturning();
        if (!(await shipmentSteps.deliverParcel(tx, ctx, locked, parcel))) return;
        await audit.record(tx, ctx, [
          {
            entity: 'shipment',
            entityId: id,
            vendorId,
            action: 'deliver',
            before: { trackingStatus },
            after: { trackingStatus: 'delivered' },
          },
        ]);
      });
      return subOrderId;
    },

    /** @throws AppError CONFLICT where the AWB was not reported for this shipment */
    async takeOverAwb(ctx: Context, subOrderId: string, awb: string): Promise<void> {
      const { id: shipmentId } = await flaggedShipment(subOrderId);
      await unitOfWork.run(ctx, async (tx) => {
        if (!(await shipmentSteps.takeOverAwb(tx, ctx, shipmentId, awb)))
          throw shippingErrors.nothingToDecide();
        await audit.record(tx, ctx, [
          { entity: 'shipment', entityId: shipmentId, action: 'take_over_awb', after: { awb } },
        ]);
      });
    },

    /** @throws AppError CONFLICT for a shipment that needs no attention */
    async dismissAttention(ctx: Context, subOrderId: string): Promise<void> {
      const { id: shipmentId, attention } = await flaggedShipment(subOrderId);
      await unitOfWork.run(ctx, async (tx) => {
        if (!(await shipments.dismissAttention(tx, shipmentId))) throw shippingErrors.nothingToDecide();
        await audit.record(tx, ctx, [
          { entity: 'shipment', entityId: shipmentId, action: 'dismiss_attention', before: { attention } },
        ]);
      });
    },

    /** The parcels that a vendor handed over on a day of the store's time zone. */
    async sendManifest(response: Response, vendorId: string, day: string | undefined): Promise<void> {
      const timeZone = settings.get(storeSettings.timeZone);
      const date = day ?? DateTime.fromJSDate(clock.now(), { zone: timeZone }).toFormat('yyyy-MM-dd');
      const parcels = await readManifest(knex, vendorId, { date, timeZone });
      const rows = parcels.map(({ courierCode, ...parcel }) => ({
        ...parcel,
        courier: courierCode ? courierTitle(courierCode) : 'own delivery',
      }));
      const file = await manifestPdf(`Manifest of ${date}`, rows);
      await sendPdf(response, `manifest-${date}`, file);
    },
  };
}
