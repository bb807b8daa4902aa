import type { QuoteItem, QuoteVendor } from '#domain/checkout/quote-input.js';
import type { TaxRule } from '#domain/checkout/line-taxes.js';
import type { PlannedProduct } from './plan-products.js';
import type { PlannedVendor } from './plan-vendors.js';

/** A variant as buyers find it; `available` falls while orders are planned. */
export interface ShelfItem extends Omit<QuoteItem, 'itemId' | 'quantity' | 'unitPriceSeen'> {
  onSaleSince: Date;
}

const instant = (text: string | null) => (text === null ? null : new Date(text));

/** Everything that can be bought, by vendor, the most popular first. */
export function stockShelves(products: readonly PlannedProduct[]): Map<string, ShelfItem[]> {
  const shelves = new Map<string, ShelfItem[]>();
  for (const { written, stock } of products) {
    const { product, options, optionValues, variants } = written;
    if (product.status !== 'active' || product.publishedAt === null) continue;
    const valueOf = new Map(optionValues.map((value) => [value.id, value]));
    const placeOf = new Map(options.map((option) => [option.id, option.sortOrder]));
    for (const [index, variant] of variants.entries()) {
      const chosen = variant.optionValueIds
        .flatMap((id) => valueOf.get(id) ?? [])
        .sort((item, other) => (placeOf.get(item.optionId) ?? 0) - (placeOf.get(other.optionId) ?? 0));
      const level = stock[index];
      if (!level) throw new Error(`Variant ${variant.id} has no stock`);
      const shelf = shelves.get(product.vendorId) ?? [];
      shelves.set(product.vendorId, shelf);
      shelf.push({
        vendorId: product.vendorId,
        productId: product.id,
        variantId: variant.id,
        title: product.title,
        slug: product.slug,
        variantTitle: chosen.map(({ value }) => value).join(' / ') || null,
        sku: variant.sku,
        hsnCode: variant.hsnCode,
        gst: { gstRate: variant.gstRate, gstExempt: variant.gstExempt },
        weight: variant.weight,
        thumbnail: variant.thumbnail ?? product.thumbnail,
        price: variant.price,
        specialPrice: variant.specialPrice,
        specialPriceStart: instant(variant.specialPriceStart),
        specialPriceEnd: instant(variant.specialPriceEnd),
        productStatus: product.status,
        productVisibility: product.visibility,
        publishedAt: instant(product.publishedAt),
        deleted: false,
        detached: false,
        minQuantity: variant.minQuantityPerCart,
        maxQuantity: variant.maxQuantityPerCart,
        trackInventory: level.trackInventory,
        allowBackorder: level.allowBackorder,
        available: level.onHand,
        onSaleSince: new Date(product.publishedAt),
      });
    }
  }
  return shelves;
}

/** The taxes that a vendor has for itself; null where it follows the platform. */
export function vendorTaxes({ words }: Pick<PlannedVendor, 'words'>): TaxRule[] | null {
  return words.gstRate === undefined ? null : [{ type: 'GST', rate: words.gstRate }];
}

/** A vendor as a quote wants it. */
export function quoteVendor({ vendor, words }: PlannedVendor): QuoteVendor {
  return {
    vendorId: vendor.id,
    name: vendor.displayName,
    slug: vendor.slug,
    suspended: false,
    commissionBps: vendor.commissionBps,
    registeredForGst: vendor.gstin !== null,
    taxRules: vendorTaxes({ words }),
    shippingFlatRate: words.shipping.flat,
    shippingFreeAbove: words.shipping.freeAbove,
  };
}
