import type { AssembledBatch, EarlierRows, PartVariant, ProductMemory, ProductPart } from './import-batch.js';
import {
  type CellIssue,
  type ImageFields,
  isNote,
  type ProductFields,
  type RowError,
} from './imported-product.js';
import { combinationKey } from './product-options.js';

/** What a batch has gathered so far: the parts of products, what is kept of them, and the problems. */
export class BatchDraft {
  readonly #earlier: EarlierRows;
  readonly #memory = new Map<string, ProductMemory>();
  readonly #parts = new Map<string, ProductPart>();
  readonly #skus = new Map<string, number>();
  readonly #errors: RowError[] = [];

  constructor(earlier: EarlierRows) {
    this.#earlier = earlier;
  }

  /** What is kept of a product; a copy for this batch, so that what the caller handed in stays as it is. */
  cached(handle: string): ProductMemory | undefined {
    const own = this.#memory.get(handle);
    if (own !== undefined) return own;
    const stored = this.#earlier.products.get(handle);
    return stored && this.remember({ ...stored, combinations: { ...stored.combinations } });
  }

  remember(product: ProductMemory): ProductMemory {
    this.#memory.set(product.handle, product);
    return product;
  }

  /** The row that used a SKU before. */
  skuRow(sku: string): number | undefined {
    return this.#skus.get(sku) ?? this.#earlier.skuRows.get(sku);
  }

  report(row: number, handle: string, issue: CellIssue): void {
    this.#errors.push({ row, handle, ...issue });
  }

  /** Begins a product's part with what its first row says of the whole. */
  begin(product: ProductMemory, fields: ProductFields | null): void {
    this.#part(product).fields = fields;
  }

  addVariant(product: ProductMemory, variant: PartVariant): void {
    product.combinations[combinationKey(variant.optionValues)] = variant.row;
    if (variant.sku) this.#skus.set(variant.sku, variant.row);
    this.#part(product).variants.push(variant);
  }

  /** Takes a picture unless the part has it already. */
  addImage(product: ProductMemory, image: ImageFields): void {
    const { images } = this.#part(product);
    if (images.some(({ url }) => url === image.url)) return;
    product.images += 1;
    images.push(image);
  }

  result(): AssembledBatch {
    const products = [...this.#parts.values()];
    // Rows stay in order where positions are equal or missing.
    for (const { images } of products) {
      images.sort((a, b) => (a.position ?? Infinity) - (b.position ?? Infinity) || 0);
    }
    const failed = this.#errors.filter((error) => !isNote(error)).map(({ row }) => row);
    return {
      products,
      errors: this.#errors,
      failedRows: new Set(failed).size,
      memory: [...this.#memory.values()],
      skus: [...this.#skus].map(([sku, row]) => ({ sku, row })),
    };
  }

  #part({ handle, firstRow, optionNames }: ProductMemory): ProductPart {
    let part = this.#parts.get(handle);
    if (part === undefined) {
      part = { handle, firstRow, fields: null, optionNames, variants: [], images: [] };
      this.#parts.set(handle, part);
    }
    return part;
  }
}
