import { readConsignments } from '#db/shipping/consignments.query.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { type ConsignmentSource, isIntraState } from '#domain/shipping/consignment.js';
import { type EwayBill, ewayBillsOf, type EwayBillTerms, limitOf } from '#domain/shipping/eway-bill.js';
import { ewayBillJson } from '#domain/shipping/eway-bill-json.js';
import { shippingSettings } from '#domain/shipping/shipping.settings.js';
import type { Platform } from '#operations/platform.js';

interface OwnSubOrder {
  subOrderId: string;
  vendorId: string;
}

/** The e-way bills that the consignments of a sub-order need; the portal is not called. */
export function createEwayBillsService({ knex, settings }: Pick<Platform, 'knex' | 'settings'>) {
  const terms = (): EwayBillTerms => ({
    limit: settings.get(shippingSettings.ewayBillLimit),
    stateLimits: settings.get(shippingSettings.ewayBillStateLimits),
    transporterIds: settings.get(shippingSettings.transporterIds),
  });

  async function read(ctx: Context, scope: OwnSubOrder): Promise<ConsignmentSource> {
    const timeZone = settings.get(storeSettings.timeZone);
    const source = await readConsignments(knex, scope, { now: ctx.now, timeZone });
    if (!source) throw platformErrors.notFound({ entity: 'Order' });
    return source;
  }

  return {
    async of(ctx: Context, scope: OwnSubOrder) {
      const source = await read(ctx, scope);
      const current = terms();
      const withinState = isIntraState(source.snapshot);
      return { withinState, limit: limitOf(source, current), bills: ewayBillsOf(source, current) };
    },

    /** @throws AppError NOT_FOUND for a parcel of another sub-order */
    async file(ctx: Context, { parcelId, ...scope }: OwnSubOrder & { parcelId?: string }) {
      const source = await read(ctx, scope);
      const current = terms();
      const isWanted = ({ consignment: { parcel } }: EwayBill) =>
        parcelId === undefined ? parcel === null || !parcel.counted : parcel?.id === parcelId;
      const bill = ewayBillsOf(source, current).find(isWanted);
      if (!bill) throw platformErrors.notFound({ entity: 'Parcel' });
      const { parcel } = bill.consignment;
      const name = [source.snapshot.orderNumber, parcel?.counted ? `parcel-${parcel.number}` : '']
        .filter(Boolean)
        .join('-');
      return { name: `e-way-bill-${name}.json`, content: ewayBillJson(source, bill.consignment, current) };
    },
  };
}
