import type { SearchDocument, SearchVariant } from './search-document.js';

/** A variant with what it costs now. */
export interface ProductSearchVariant extends SearchVariant {
  originalPrice: number | null;
  currentPrice: number | null;
  specialPriceActive: number | null;
}

export interface ProductSearchProduct {
  id: string;
  title: string;
  subtitle: string | null;
  description: string | null;
  slug: string;
  thumbnail: string | null;
  images: string[];
  /** Lowest and highest current price; null without a priced variant. */
  priceStart: number | null;
  priceEnd: number | null;
  brand: { id: string; slug: string; name: string } | null;
  inStock: boolean;
  hasActiveSpecial: boolean;
  rating: { average: number; count: number };
  variants: ProductSearchVariant[];
}

/** The special price while its window is open: start inclusive, end exclusive, null is open. */
function activeSpecialPrice(variant: SearchVariant, now: number): number | null {
  const { price, specialPrice, specialPriceStartDate: start, specialPriceEndDate: end } = variant;
  if (price === null || specialPrice === null) return null;
  if (start !== null && now < Date.parse(start)) return null;
  return end !== null && now >= Date.parse(end) ? null : specialPrice;
}

/** What buyers see of a document: its prices are those of `now`, whenever it was indexed. */
export function productOfDocument(document: SearchDocument, now: Date): ProductSearchProduct {
  const at = now.getTime();
  let priceStart: number | null = null;
  let priceEnd: number | null = null;
  const variants = document.variants.map((variant): ProductSearchVariant => {
    const specialPriceActive = activeSpecialPrice(variant, at);
    const currentPrice = specialPriceActive ?? variant.price;
    if (currentPrice !== null) {
      priceStart = Math.min(priceStart ?? currentPrice, currentPrice);
      priceEnd = Math.max(priceEnd ?? currentPrice, currentPrice);
    }
    return { ...variant, originalPrice: variant.price, currentPrice, specialPriceActive };
  });
  const { brandId, brandSlug, brandName } = document;
  return {
    id: document.id,
    title: document.title,
    subtitle: document.subtitle,
    description: document.description,
    slug: document.slug,
    thumbnail: document.thumbnail,
    images: document.images,
    priceStart,
    priceEnd,
    brand: brandId && brandSlug && brandName ? { id: brandId, slug: brandSlug, name: brandName } : null,
    inStock: document.inStock,
    hasActiveSpecial: document.hasActiveSpecial,
    rating: { average: document.ratingAverage, count: document.ratingCount },
    variants,
  };
}
