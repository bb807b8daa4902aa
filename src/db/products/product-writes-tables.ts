import type { AssignmentPlan } from '#domain/products/attribute-assignments.js';
import type { OptionPlan } from '#domain/products/option-plan.js';
import type { ProductRow, VariantRow } from './product-tables.js';

/** What an import changes of a product that is there. */
export type ChangedProduct = Pick<
  ProductRow,
  | 'id'
  | 'title'
  | 'description'
  | 'brandId'
  | 'primaryCategoryId'
  | 'thumbnail'
  | 'images'
  | 'metaTitle'
  | 'metaDescription'
  | 'status'
  | 'visibility'
  | 'publishedAt'
  | 'updatedAt'
>;

/** What an import changes of a variant that is there. */
export type ChangedVariant = Pick<
  VariantRow,
  | 'id'
  | 'thumbnail'
  | 'price'
  | 'specialPrice'
  | 'specialPriceStart'
  | 'specialPriceEnd'
  | 'sku'
  | 'barcode'
  | 'hsnCode'
  | 'gstRate'
  | 'gstExempt'
  | 'weight'
  | 'optionValueIds'
  | 'detached'
  | 'importedQuantity'
  | 'updatedAt'
>;

/** The stock of a variant as the file states it; `onHand` only where that has changed. */
export interface ExplicitStock {
  variantId: string;
  trackInventory: boolean;
  allowBackorder: boolean;
  onHand: number | null;
}

/** All that has to be written of one product. */
export interface ProductWrites {
  productId: string;
  /** The product when it is new; its slug is given by its writer. */
  newProduct: ProductRow | null;
  changedProduct: ChangedProduct | null;
  options: OptionPlan;
  newVariants: VariantRow[];
  changedVariants: ChangedVariant[];
  /** Variants whose SKU changes. */
  givesUpSku: string[];
  /** Variants whose combination of options changes. */
  changesOptions: string[];
  categoryId: string | null;
  /** The category that it was filed under by an earlier import or by hand, and no longer is. */
  formerCategoryId: string | null;
  tagIds: string[];
  /** Undefined where the file has no column of an attribute. */
  assignments?: AssignmentPlan;
  newStock: ExplicitStock[];
  changedStock: ExplicitStock[];
}
