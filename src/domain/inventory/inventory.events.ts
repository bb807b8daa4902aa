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

export interface BackInStockRequested extends StockPayload {
  requestId: string;
}

export const inventoryEvents = {
  adjusted: defineEvent<StockAdjusted>(
    'inventory.stock.adjusted',
    'productVariant',
    'What can be sold of a variant changed: stock was counted, taken out, reserved or released',
    { webhook: true },
  ),
  levelUpdated: defineEvent<StockPayload>(
    'inventory.level.updated',
    'productVariant',
    'A vendor changed whether stock is tracked, may be sold ahead, or when it counts as low',
  ),
  backInStockRequested: defineEvent<BackInStockRequested>(
    'inventory.back_in_stock.requested',
    'productVariant',
    'A buyer asked for a mail when a variant is back in stock',
  ),
  backInStockStopped: defineEvent<{ requestId: string; variantId: string }>(
    'inventory.back_in_stock.stopped',
    'backInStockRequest',
    'The recipient of a back-in-stock mail ended the open requests of the e-mail address, this one among them',
  ),
};
