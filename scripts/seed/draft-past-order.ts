import { quote } from '#domain/checkout/quote.js';
import type { QuoteCoupons, QuoteVendor } from '#domain/checkout/quote-input.js';
import { draftOrder } from '#domain/orders/draft-order.js';
import type { NewOrder, OrderPlatform } from '#domain/orders/order.js';
import { orderNumberOf } from '#domain/orders/order-number.js';
import { ordersSettings } from '#domain/orders/orders.settings.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { minutesAfter } from './calendar.js';
import type { Draw } from './draw.js';
import type { PlannedBuyer } from './plan-buyers.js';
import { defaultTaxes } from './plan-settings.js';
import type { ShelfItem } from './shelf.js';

export interface BasketItem {
  item: ShelfItem;
  quantity: number;
}

interface DraftTools {
  draw: Draw;
  newId: () => string;
  quoteVendors: readonly QuoteVendor[];
}

/** Places orders at instants of the past, by the same rules as the platform places them. */
export function createDraft({ draw, newId, quoteVendors }: DraftTools) {
  return (
    buyer: PlannedBuyer,
    basket: readonly BasketItem[],
    method: 'cod' | 'sandbox',
    placedAt: Date,
    couponsOn?: (platform: OrderPlatform) => QuoteCoupons | undefined,
  ): NewOrder => {
    const windowMinutes = ordersSettings.paymentWindowMinutes.default;
    const orderNumber = orderNumberOf(draw.bytes);
    const platform = draw.percent(30) ? 'APP' : 'WEB';
    const coupons = couponsOn?.(platform);
    const items = basket.map(({ item, quantity }) => ({
      ...item,
      itemId: newId(),
      quantity,
      unitPriceSeen: null,
    }));
    return draftOrder({
      quote: quote({
        items,
        vendors: [...quoteVendors],
        defaultTaxRules: defaultTaxes,
        pricesIncludeTax: false,
        taxShipping: true,
        currency: storeSettings.currency.default,
        now: placedAt,
        ...(coupons && { coupons }),
      }),
      cartId: newId(),
      userId: buyer.userId,
      guest: false,
      email: buyer.email,
      orderNumber,
      shippingAddress: buyer.shippingAddress,
      billingAddress: buyer.billingAddress,
      paymentProviderId: method,
      paymentMethod: method,
      platform,
      placedAt,
      expiresAt: method === 'cod' ? null : minutesAfter(placedAt, windowMinutes),
      confirmed: false,
      newId,
    });
  };
}
