import { readUnsentPieces } from '#db/shipping/unsent-lane.query.js';
import { HOME_COUNTRY } from '#domain/_shared/address.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { CarrierConfig } from '#domain/shipping/carrier-config.js';
import { type CourierOption, courierOptions, type Lane } from '#domain/shipping/courier-options.js';
import { PICKUP_AFTER_MS } from '#domain/shipping/expected-day.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import { HttpCallError } from '#integrations/http/http-call-error.js';
import type { Platform } from '#operations/platform.js';
import { readCarrierConfig } from '#operations/shipping/carrier-accounts.js';
import { shippingProvider } from '#operations/shipping/carrier-for.js';
import { courierQuotes } from '#operations/shipping/courier-quotes.js';
import type { ShippingConfigService } from './shipping-config.service.js';

export interface CourierList {
  couriers: CourierOption[];
  /** Why there is none. */
  reason: string | null;
}

const PINCODE = /^\d{6}$/;
const none = (reason: string): CourierList => ({ couriers: [], reason });

/** Who would carry what is still to be sent of a sub-order, for how much and by when. */
export function createCouriersService(platform: Platform, shippingConfig: ShippingConfigService) {
  const { knex, settings } = platform;
  const quotes = courierQuotes(platform);
  const { missingKeys } = shippingProvider(platform);

  async function ask(account: CarrierConfig, lane: Lane, pickupAt: Date): Promise<CourierList> {
    try {
      const offered = await quotes(account, lane);
      if (!offered) return none('The shipping provider does not say who carries a parcel');
      const couriers = courierOptions(offered, account.courierMap, { cash: lane.cash, pickupAt });
      if (couriers.length > 0) return { couriers, reason: null };
      return none(`No courier of your account serves ${lane.to}${lane.cash ? ' with cash on delivery' : ''}`);
    } catch (error) {
      if (!(error instanceof HttpCallError)) throw error;
      const { reason } = error;
      if (error.outcome === 'answered' && !error.retryable)
        throw shippingErrors.couriersRefused({ reason }, { cause: error });
      throw shippingErrors.couriersUnavailable({ reason }, { cause: error });
    }
  }

  return {
    /** @throws AppError NOT_FOUND, BAD_REQUEST when the carrier refuses, BAD_GATEWAY when it does not respond in time */
    async of(ctx: Context, scope: { subOrderId: string; vendorId: string }): Promise<CourierList> {
      const unsent = await readUnsentPieces(knex, scope);
      if (!unsent) throw platformErrors.notFound({ entity: 'Order' });
      const { shippingAddress: to, weight, value } = unsent;
      const { enabledProviders } = await shippingConfig.read(unsent.vendorId);
      if (!enabledProviders.includes('carrier'))
        return none('The seller sends parcels without a carrier: no courier is asked');
      const account = await readCarrierConfig(settings, { source: 'vendor', vendorId: unsent.vendorId });
      const missing = missingKeys(account);
      if (missing.length > 0) return none(`The carrier account lacks ${missing.join(', ')}`);
      const size = account.defaultParcel;
      if (to.country !== HOME_COUNTRY || !PINCODE.test(to.postalCode) || !size)
        return none('Charges and delivery days are known only between PIN codes of India');
      const lane: Lane = {
        from: account.pickupPincode,
        to: to.postalCode,
        value,
        size: { ...size, weight: weight || size.weight },
        cash: unsent.paymentMethod === 'cod' && unsent.paymentStatus === 'unpaid',
      };
      return ask(account, lane, new Date(ctx.now.getTime() + PICKUP_AFTER_MS));
    },
  };
}
