import { NO_TREATMENT } from '#domain/tax/gst-rate.js';
import type { QuoteInput, QuoteItem, QuoteVendor } from '#domain/checkout/quote-input.js';

export const NOW = new Date('2026-11-21T09:30:00Z');

export function vendorOf(fields: Partial<QuoteVendor> = {}): QuoteVendor {
  return {
    vendorId: 'vendor-1',
    name: 'Kaveri Handlooms',
    slug: 'kaveri-handlooms',
    suspended: false,
    commissionBps: 1000,
    registeredForGst: true,
    taxRules: null,
    shippingFlatRate: 0,
    shippingFreeAbove: null,
    ...fields,
  };
}

/** An item that can be bought, of the only vendor. */
export function itemOf(fields: Partial<QuoteItem> = {}): QuoteItem {
  return {
    itemId: 'item-1',
    vendorId: 'vendor-1',
    productId: 'product-1',
    variantId: 'variant-1',
    quantity: 1,
    unitPriceSeen: null,
    title: 'Brass diya',
    slug: 'brass-diya',
    variantTitle: null,
    sku: null,
    hsnCode: null,
    gst: NO_TREATMENT,
    weight: null,
    thumbnail: null,
    price: 10_000,
    specialPrice: null,
    specialPriceStart: null,
    specialPriceEnd: null,
    productStatus: 'active',
    productVisibility: 'public',
    publishedAt: new Date('2026-01-01T00:00:00Z'),
    deleted: false,
    detached: false,
    minQuantity: null,
    maxQuantity: null,
    trackInventory: true,
    allowBackorder: false,
    available: 100,
    ...fields,
  };
}

export function inputOf(fields: Partial<QuoteInput> = {}): QuoteInput {
  return {
    items: [itemOf()],
    vendors: [vendorOf()],
    defaultTaxRules: [],
    pricesIncludeTax: false,
    taxShipping: true,
    currency: 'INR',
    now: NOW,
    ...fields,
  };
}
