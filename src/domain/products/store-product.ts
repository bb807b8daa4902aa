import type { CatalogItem, VendorProductOption } from './vendor-product.js';

/** A variant as a buyer sees it. Amounts in subunits, instants as ISO text. */
export interface StoreVariant {
  id: string;
  sku: string | null;
  barcode: string | null;
  price: number | null;
  specialPrice: number | null;
  specialPriceStartDate: string | null;
  specialPriceEndDate: string | null;
  originalPrice: number | null;
  currentPrice: number | null;
  /** The special price while it is in effect, else null. */
  specialPriceActive: number | null;
  /** Pieces that can be sold; of no meaning where stock is not tracked. */
  inventoryQuantity: number;
  inStock: boolean;
  minQuantityPerCart: number | null;
  maxQuantityPerCart: number | null;
  weight: number | null;
  thumbnail: string | null;
  images: string[];
  optionValueIds: string[];
}

/** A product on sale with all that its page shows. */
export interface StoreProduct {
  id: string;
  title: string;
  slug: string;
  subtitle: string | null;
  description: string | null;
  material: string | null;
  countryOfOrigin: string | null;
  thumbnail: string | null;
  images: string[];
  metaTitle: string | null;
  metaDescription: string | null;
  ogImage: string | null;
  primaryCategoryId: string | null;
  publishedAt: string;
  updatedAt: string;
  vendor: { id: string; slug: string; displayName: string };
  brand: { id: string; slug: string; name: string } | null;
  categories: CatalogItem[];
  tags: CatalogItem[];
  ingredients: CatalogItem[];
  options: VendorProductOption[];
  variants: StoreVariant[];
  tabs: { id: string; title: string; body: string | null; sortOrder: number }[];
}
