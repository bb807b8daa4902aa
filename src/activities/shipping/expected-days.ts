import type { ShipmentSource } from '#db/shipping/carrier-source.query.js';
import type { CarrierConfig } from '#domain/shipping/carrier-config.js';
import { courierOptions } from '#domain/shipping/courier-options.js';
import { PICKUP_AFTER_MS } from '#domain/shipping/expected-day.js';
import { shippingSettings } from '#domain/shipping/shipping.settings.js';
import type { Platform } from '#operations/platform.js';
import { courierQuotes } from '#operations/shipping/courier-quotes.js';

type Deps = Pick<Platform, 'settings' | 'clock' | 'config' | 'ports' | 'logger'>;

/** When a parcel arrives that a courier has just taken. Without an estimate it is sent all the same. */
export function createExpectedDays(deps: Deps) {
  const { settings, logger } = deps;
  const quotes = courierQuotes(deps);

  return async function findExpectedDay(
    source: ShipmentSource,
    account: CarrierConfig,
  ): Promise<string | null> {
    const { courierCode, cpId, accountCode, shippingAddress, total: value, requestedAt } = source;
    const size = account.defaultParcel;
    if (!settings.get(shippingSettings.expectedDay)) return null;
    if (!courierCode || cpId === null || accountCode === null || !size) return null;
    const weight = source.orderLines.reduce((sum, line) => sum + (line.weight ?? 0) * line.quantity, 0);
    const cash = source.paymentMethod === 'cod' && source.paymentStatus === 'unpaid';
    const lane = {
      from: account.pickupPincode,
      to: shippingAddress.postalCode,
      value,
      cash,
      size: { ...size, weight: weight || size.weight },
    };
    try {
      const offered = await quotes(account, lane);
      const pickupAt = new Date(requestedAt.getTime() + PICKUP_AFTER_MS);
      const [option] = courierOptions(
        offered ?? [],
        { [courierCode]: { cpId, accountCode } },
        { cash, pickupAt },
      );
      return option?.expectedOn ?? null;
    } catch (error) {
      logger.warn({ err: error, shipmentId: source.id }, 'carrier gave no expected day');
      return null;
    }
  };
}
