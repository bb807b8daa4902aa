import { randomBytes } from 'node:crypto';
import { createInventoryRepository } from '#db/inventory/inventory.repository.js';
import type { VariantRow } from '#db/products/product-tables.js';
import { createProductsRepository } from '#db/products/products.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import type { ProductFields, VariantFields } from '#domain/products/product.js';
import type { Container } from '#runtime/container.js';
import { newId } from '#lib/ids.js';

export interface NewTestVariant extends Partial<VariantFields> {
  /** Pieces on hand; 100 by default. */
  stock?: number;
  trackInventory?: boolean;
  allowBackorder?: boolean;
  lowStockThreshold?: number | null;
  /** Values by option name, `{ Size: 'S' }`. */
  options?: Record<string, string>;
}

export interface NewTestProduct extends Partial<ProductFields> {
  handle?: string | null;
  categoryIds?: string[];
  tagIds?: string[];
  ingredientIds?: string[];
  /** One without options by default. */
  variants?: NewTestVariant[];
  /** When it was made; now by default. */
  createdAt?: Date;
}

export interface TestProduct {
  productId: string;
  slug: string;
  variants: { id: string; sku: string; price: number }[];
}

const noFields: Omit<ProductFields, 'title' | 'slug'> = {
  subtitle: null,
  description: null,
  brandId: null,
  primaryCategoryId: null,
  material: null,
  countryOfOrigin: null,
  hsCode: null,
  midCode: null,
  gstRate: null,
  gstExempt: false,
  thumbnail: null,
  images: [],
  metaTitle: null,
  metaDescription: null,
  ogImage: null,
  status: 'active',
  visibility: 'public',
  publishedAt: null,
  attributeGroupId: null,
};

const noVariantFields: Omit<VariantFields, 'sku' | 'price' | 'sortOrder'> = {
  thumbnail: null,
  images: [],
  specialPrice: null,
  specialPriceStart: null,
  specialPriceEnd: null,
  ean: null,
  upc: null,
  barcode: null,
  hsnCode: '6109',
  gstRate: null,
  gstExempt: false,
  minQuantityPerCart: null,
  maxQuantityPerCart: null,
  weight: 250,
  length: null,
  breadth: null,
  height: null,
};

/** A product on sale (active, public, published), its variants at 499.00 with 100 pieces on hand, through the repositories. */
export async function createProduct(
  container: Container,
  vendorId: string,
  given: NewTestProduct = {},
): Promise<TestProduct> {
  const unique = randomBytes(5).toString('hex');
  const {
    variants: asked = [{}],
    categoryIds = [],
    tagIds = [],
    ingredientIds = [],
    handle = null,
    createdAt,
    ...fields
  } = given;
  const now = createdAt ?? new Date();
  const stamps = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
  const productId = newId();
  const matrix = optionMatrix(productId, asked);
  const variants = asked.map((variant, index): VariantRow => {
    const {
      stock: _s,
      trackInventory: _t,
      allowBackorder: _b,
      lowStockThreshold: _l,
      options = {},
      ...rest
    } = variant;
    return {
      ...noVariantFields,
      ...stamps,
      sku: `SKU-${unique}-${index + 1}`,
      price: 49_900,
      sortOrder: index,
      ...rest,
      id: newId(),
      productId,
      vendorId,
      optionValueIds: matrix.idsOf(options),
      detached: false,
      importedQuantity: null,
    };
  });
  const product = {
    ...noFields,
    title: `Product ${unique}`,
    slug: `product-${unique}`,
    publishedAt: now.toISOString(),
    ...fields,
    ...stamps,
    id: productId,
    vendorId,
    handle,
  };
  const ctx = systemContext({ name: 'test' }, now);
  await container.unitOfWork.run(ctx, async (tx) => {
    await createProductsRepository().insertAll(tx, [
      { product, ...matrix, variants, tabs: [], categoryIds, tagIds, ingredientIds },
    ]);
    await createInventoryRepository().openLevels(
      tx,
      variants.map(({ id }, index) => ({
        variantId: id,
        vendorId,
        onHand: asked[index]?.stock ?? 100,
        trackInventory: asked[index]?.trackInventory ?? true,
        allowBackorder: asked[index]?.allowBackorder ?? false,
        lowStockThreshold: asked[index]?.lowStockThreshold ?? null,
        updatedAt: stamps.updatedAt,
      })),
      { actor: ctx.actor, reason: 'opening stock' },
    );
  });
  return {
    productId,
    slug: product.slug,
    variants: variants.map(({ id, sku, price }) => ({ id, sku: sku ?? '', price: price ?? 0 })),
  };
}

/** The options that the variants name, with ids. */
function optionMatrix(productId: string, variants: readonly NewTestVariant[]) {
  const names = [...new Set(variants.flatMap((variant) => Object.keys(variant.options ?? {})))];
  const options = names.map((name, sortOrder) => ({ id: newId(), productId, name, sortOrder }));
  const optionValues = options.flatMap(({ id: optionId, name }) => {
    const values = [...new Set(variants.flatMap((variant) => variant.options?.[name] ?? []))];
    return values.map((value, sortOrder) => ({ id: newId(), optionId, name, value, sortOrder }));
  });
  const idsOf = (chosen: Record<string, string>) =>
    optionValues
      .filter(({ name, value }) => chosen[name] === value)
      .map(({ id }) => id)
      .sort();
  return { options, optionValues, idsOf };
}
