import { createCashOrdersRepository } from '#db/checkout/cash-orders.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { limitAddress } from '#domain/_shared/limit-address.js';
import type { Context } from '#domain/_shared/context.js';
import {
  brokenLimit,
  type CashBuyer,
  hasOwnAccount,
  isProven,
  placeOf,
} from '#domain/checkout/cash-orders.js';
import { checkoutErrors } from '#domain/checkout/checkout.errors.js';
import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import type { Order } from '#domain/orders/order.js';
import { sha256 } from '#lib/crypto.js';
import type { SettingsReader } from '#lib/settings.js';

type CashOrder = Pick<Order, 'id' | 'email' | 'shippingAddress' | 'placedAt' | 'grandTotal'>;

/**
 * Holds orders that are paid on delivery, by buyers without an account, against what the store allows them: such an
 * order holds stock and sends mail to whatever address was typed.
 */
export function createCashLimits(settings: SettingsReader) {
  const cashOrders = createCashOrdersRepository();

  /**
   * Counts an order that the transaction has written, unless a limit is reached.
   * @throws AppError CONFLICT naming the rule
   */
  return async function holdCashOrder(
    tx: Tx,
    ctx: Context,
    order: CashOrder,
    proof: { pieces: number; confirmedEmail: string | null },
  ): Promise<void> {
    const { id: orderId, email, shippingAddress, placedAt } = order;
    const { pieces, confirmedEmail } = proof;
    const guest = ctx.anonymous ?? false;
    const accountEmail = guest ? null : (ctx.email ?? null);
    const buyer: CashBuyer = { guest, accountEmail, confirmedEmail, email };
    if (order.grandTotal === 0 || hasOwnAccount(buyer)) return;
    const rule = settings.get(checkoutSettings.cashForGuests);
    if (rule === 'never' && guest) throw checkoutErrors.cashNotForGuests();
    if (rule !== 'always' && !isProven(buyer)) throw checkoutErrors.cashNeedsProof();

    const limits = {
      open: settings.get(checkoutSettings.cashOpenOrders),
      pieces: settings.get(checkoutSettings.cashPieces),
    };
    const counted = limitAddress(email);
    const addressKey = sha256(placeOf(shippingAddress));
    const broken = brokenLimit(await cashOrders.lockAndCount(tx, counted, addressKey), pieces, limits);
    if (broken === 'open') throw checkoutErrors.cashOpenOrders({ limit: limits.open });
    if (broken === 'pieces') throw checkoutErrors.cashPieces({ limit: limits.pieces });
    await cashOrders.insert(tx, { orderId, email: counted, addressKey, pieces, placedAt });
  };
}

/** How many pieces there are in these lines. */
export function piecesOf(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
