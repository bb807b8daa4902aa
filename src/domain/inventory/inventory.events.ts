import { defineEvent } from '#domain/_shared/event.js';

interface StockPayload {
  variantId: string;
  productId: string;
  vendorId: string;
}

export interface StockAdjusted extends StockPayload {
  /** Change of what can be sold, in pieces: negative when stock was taken out or reserved. */
  delta: number;
  reason: string;
}

export const inventoryEvents = {
  adjusted: defineEvent<StockAdjusted>(
    'inventory.stock.adjusted',
    'productVariant',
    'What can be sold of a variant changed: stock was counted, taken out, reserved or released',
  ),
  levelUpdated: defineEvent<StockPayload>(
    'inventory.level.updated',
    'productVariant',
    'A vendor changed whether stock is tracked, may be sold ahead, or when it counts as low',
  ),
};
