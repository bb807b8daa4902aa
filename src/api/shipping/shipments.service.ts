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
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { courierTitle } from '#domain/shipping/couriers.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import { manifestPdf } from '#integrations/pdf/manifest-pdf.js';
import type { Platform } from '#operations/platform.js';

export type ListedShipment = ListedShipmentRow;

/** What is read of shipments beside their sub-orders: labels, a day's parcels, the operator's list. */
export function createShipmentsService({
  knex,
  storage,
  settings,
  clock,
}: Pick<Platform, 'knex' | 'storage' | 'settings' | 'clock'>) {
  const shipments = createShipmentsRepository();

  return {
    list: (query: ListQuery) => listShipments(knex, query),

    /** @throws AppError NOT_FOUND for another vendor's, CONFLICT while there is no label */
    async sendLabel(response: Response, scope: { subOrderId: string; vendorId?: string }): Promise<void> {
      if (!(await vendorOfSubOrder(knex, scope))) throw platformErrors.notFound({ entity: 'Order' });
      const shipment = await shipments.latest(knex, scope.subOrderId);
      const file = shipment?.labelKey ? await storage.get(shipment.labelKey) : null;
      if (!shipment || !file) throw shippingErrors.noLabel({}, { retryAfter: 5 });
      await sendPdf(response, `label-${shipment.awb ?? shipment.reference}`, file);
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
