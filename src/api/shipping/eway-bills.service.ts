import type { Reader } from '#db/kernel/unit-of-work.js';
import { readConsignments } from '#db/shipping/consignments.query.js';
import { createEwayBillsRepository } from '#db/shipping/eway-bills.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { type ConsignmentSource, isIntraState, shipmentOf } from '#domain/shipping/consignment.js';
import { type EwayBill, ewayBillsOf, type EwayBillTerms, limitOf } from '#domain/shipping/eway-bill.js';
import { detailIssues, type EwayBillDetails } from '#domain/shipping/eway-bill-details.js';
import { ewayBillJson } from '#domain/shipping/eway-bill-json.js';
import { dayInIndia } from '#domain/shipping/pickup.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import { shippingEvents } from '#domain/shipping/shipping.events.js';
import { shippingSettings } from '#domain/shipping/shipping.settings.js';
import type { Platform } from '#operations/platform.js';

interface OwnSubOrder {
  subOrderId: string;
  vendorId: string;
}

type Deps = Pick<Platform, 'knex' | 'settings' | 'unitOfWork' | 'audit' | 'outbox'>;

/** What a vendor saves of a bill: of a parcel, or of what is in none of several. */
export interface EwayBillChange extends EwayBillDetails {
  parcelId?: string | undefined;
  version: number;
}

/** The e-way bills that the consignments of a sub-order need; the portal is not called. */
export function createEwayBillsService({ knex, settings, unitOfWork, audit, outbox }: Deps) {
  const saved = createEwayBillsRepository();
  const terms = (): EwayBillTerms => ({
    limit: settings.get(shippingSettings.ewayBillLimit),
    stateLimits: settings.get(shippingSettings.ewayBillStateLimits),
    transporterIds: settings.get(shippingSettings.transporterIds),
  });

  async function read(ctx: Context, scope: OwnSubOrder, reader: Reader = knex): Promise<ConsignmentSource> {
    const timeZone = settings.get(storeSettings.timeZone);
    const source = await readConsignments(reader, scope, { now: ctx.now, timeZone });
    if (!source) throw platformErrors.notFound({ entity: 'Order' });
    return source;
  }

  /** @throws AppError NOT_FOUND for a parcel of another sub-order */
  function billOf(source: ConsignmentSource, current: EwayBillTerms, parcelId: string | undefined): EwayBill {
    const isWanted = ({ consignment: { parcel } }: EwayBill) =>
      parcelId === undefined ? parcel === null || !parcel.counted : parcel?.id === parcelId;
    const bill = ewayBillsOf(source, current).find(isWanted);
    if (!bill) throw platformErrors.notFound({ entity: 'Parcel' });
    return bill;
  }

  /** @throws AppError VALIDATION_ERROR naming each field that breaks a rule */
  function assertDetails(
    { snapshot, invoiceNumber }: ConsignmentSource,
    details: EwayBillDetails,
    now: Date,
  ): void {
    const invoiceOn = invoiceNumber === null ? null : dayInIndia(new Date(snapshot.issuedAt));
    const issues = detailIssues(details, { invoiceOn, today: dayInIndia(now) });
    if (issues.length === 0) return;
    const errors = issues.map(({ field, message }) => ({
      path: `body.${field}`,
      message,
      code: 'inconsistent' as const,
    }));
    throw platformErrors.validation({}, { errors });
  }

  return {
    async of(ctx: Context, scope: OwnSubOrder) {
      const source = await read(ctx, scope);
      const current = terms();
      const withinState = isIntraState(source.snapshot);
      return { withinState, limit: limitOf(source, current), bills: ewayBillsOf(source, current) };
    },

    /**
     * Replaces what was saved of a bill.
     * @throws AppError NOT_FOUND for a parcel of another sub-order, VALIDATION_ERROR, CONFLICT for an old version
     */
    async save(
      ctx: Context,
      scope: OwnSubOrder,
      { parcelId, version, ...details }: EwayBillChange,
    ): Promise<EwayBill> {
      await unitOfWork.runOnce(ctx, async (tx) => {
        const source = await read(ctx, scope, tx);
        const { consignment } = billOf(source, terms(), parcelId);
        assertDetails(source, details, ctx.now);
        const shipmentId = shipmentOf(consignment);
        if (!(await saved.save(tx, { ...scope, shipmentId }, details, version)))
          throw shippingErrors.ewayBillChanged();
        const { subOrderId, vendorId } = scope;
        const { version: _version, shipmentId: _shipmentId, ...before } = consignment.details ?? {};
        const entry = { entity: 'ewayBill', entityId: shipmentId ?? subOrderId, action: 'save', vendorId };
        await audit.record(tx, ctx, [{ ...entry, before, after: { ...details } }]);
        const payload = {
          orderVendorId: subOrderId,
          vendorId,
          shipmentId,
          ewayBillNumber: details.ewayBillNumber,
        };
        outbox.append(tx, ctx, shippingEvents.ewayBillSaved, subOrderId, payload);
        return { shipmentId };
      });
      return billOf(await read(ctx, scope), terms(), parcelId);
    },

    /** @throws AppError NOT_FOUND for a parcel of another sub-order */
    async file(ctx: Context, { parcelId, ...scope }: OwnSubOrder & { parcelId?: string }) {
      const source = await read(ctx, scope);
      const current = terms();
      const bill = billOf(source, current, parcelId);
      const { parcel } = bill.consignment;
      const name = [source.snapshot.orderNumber, parcel?.counted ? `parcel-${parcel.number}` : '']
        .filter(Boolean)
        .join('-');
      return { name: `e-way-bill-${name}.json`, content: ewayBillJson(source, bill.consignment, current) };
    },
  };
}
