import type { Order } from '#domain/orders/order.js';
import { storeCreditErrors } from '#domain/store-credit/store-credit.errors.js';
import { storeCreditSettings } from '#domain/store-credit/store-credit.settings.js';
import type { SettingsReader } from '#lib/settings.js';

/** Returns what refuses store credit as the target of a refund: the store has none, or the buyer has no account to hold it. */
export function createCreditTargetCheck(settings: Pick<SettingsReader, 'get'>) {
  /** @throws AppError CONFLICT */
  return ({ guest }: Pick<Order, 'guest'>): void => {
    if (!settings.get(storeCreditSettings.enabled)) throw storeCreditErrors.off();
    if (guest) throw storeCreditErrors.needsAccount();
  };
}
