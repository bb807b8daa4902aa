import { BatchDraft } from './batch-draft.js';
import type { AssembledBatch, BatchRow, EarlierRows, PartVariant, ProductMemory } from './import-batch.js';
import type { CellIssue } from './imported-product.js';
import type { MappedRow } from './map-product-row.js';
import { columnLabel, type ColumnNames, type ProductColumn } from './product-columns.js';
import {
  combinationKey,
  combinationLabel,
  resolveOptionNames,
  resolveOptionValues,
  type OptionProblem,
} from './product-options.js';

/** What the source format allows; it also bounds the memory that one product takes. */
export const MAX_VARIANTS = 2048;
export const MAX_IMAGES = 250;

const MAX_HANDLE_LENGTH = 255;

/**
 * Puts the rows of one batch together into products, rows of a handle belonging together wherever they stand.
 *
 * The first row of a handle makes the product. If anything that is not merely its picture is wrong there, the
 * product and all its rows are skipped. On a later row a bad variant costs that variant only, and the columns of
 * the product are not read. Every batch has to be assembled exactly once and in the order of the file; what it
 * gives as `memory` and `skus` has to be committed together with its products and the reading position.
 * @param earlier what earlier batches stored for the handles and SKUs that `mapBatch` named
 */
export function assembleProducts(
  rows: readonly BatchRow[],
  columns: ColumnNames,
  earlier: EarlierRows = { products: new Map(), skuRows: new Map() },
): AssembledBatch {
  const draft = new BatchDraft(earlier);
  const assembly = new Assembly(draft, columns);
  for (const given of rows) {
    const { row, mapped } = given;
    if (mapped) assembly.add(row, mapped);
    else draft.report(row, '', { column: given.column ?? '', reason: given.error, skips: 'row' });
  }
  return draft.result();
}

class Assembly {
  readonly #draft: BatchDraft;
  readonly #columns: ColumnNames;

  constructor(draft: BatchDraft, columns: ColumnNames) {
    this.#draft = draft;
    this.#columns = columns;
  }

  add(row: number, mapped: MappedRow): void {
    const { handle } = mapped;
    const problem = problemOfHandle(handle);
    if (problem !== undefined) {
      this.#draft.report(row, handle.slice(0, MAX_HANDLE_LENGTH), this.#issue('handle', problem, 'row'));
      return;
    }
    const product = this.#draft.cached(handle);
    if (product === undefined) this.#begin(row, mapped);
    else if (product.rejected) {
      const reason = `Skipped, because the first row of this product (row ${product.firstRow}) was rejected.`;
      this.#draft.report(row, handle, this.#issue('handle', reason, 'row'));
    } else this.#continue(row, mapped, product);
  }

  #begin(row: number, mapped: MappedRow): void {
    const { handle } = mapped;
    const product = this.#draft.remember({
      handle,
      firstRow: row,
      rejected: false,
      title: mapped.product?.title ?? '',
      optionNames: null,
      combinations: {},
      images: 0,
    });
    const issues = [...mapped.issues];
    if (mapped.product === undefined) {
      issues.push(this.#issue('title', 'The first row of a product needs a title.', 'product'));
    }
    if (mapped.options !== undefined) {
      const names = resolveOptionNames(mapped.options.names, mapped.options.values);
      if (names.problem === undefined) product.optionNames = names.value;
      else issues.push(this.#optionIssue(names.problem));
    }
    const fatal = ({ skips }: CellIssue) => skips === 'product' || skips === 'variant';
    const variant = issues.some(fatal) ? undefined : this.#variant(row, mapped, product, issues);
    product.rejected = issues.some(fatal);

    for (const issue of issues) {
      this.#draft.report(row, handle, fatal(issue) ? { ...issue, skips: 'product' } : issue);
    }
    if (product.rejected) return;
    this.#draft.begin(product, mapped.product ?? null);
    this.#take(row, mapped, product, variant);
  }

  #continue(row: number, mapped: MappedRow, product: ProductMemory): void {
    const issues = mapped.issues.filter(({ skips }) => skips !== 'product');
    // A title repeated on every row is usual; a different one is most likely a handle used twice.
    if (mapped.product !== undefined && mapped.product.title !== product.title) {
      const reason = `Row ${product.firstRow} already gave this handle another title; that one was kept.`;
      issues.push(this.#issue('title', reason, 'nothing'));
    }
    if (mapped.kind === 'empty') {
      issues.push(this.#issue('handle', 'This row has neither a variant nor a picture.', 'row'));
    }
    const bad = issues.some(({ skips }) => skips === 'variant');
    const variant = bad ? undefined : this.#variant(row, mapped, product, issues);

    for (const issue of issues) this.#draft.report(row, mapped.handle, issue);
    this.#take(row, mapped, product, variant);
  }

  #take(row: number, mapped: MappedRow, product: ProductMemory, variant: PartVariant | undefined): void {
    if (variant !== undefined) this.#draft.addVariant(product, variant);
    if (mapped.image === undefined) return;
    if (product.images < MAX_IMAGES) this.#draft.addImage(product, mapped.image);
    else {
      const reason = `A product has at most ${MAX_IMAGES} pictures.`;
      this.#draft.report(row, product.handle, this.#issue('imageUrl', reason, 'image'));
    }
  }

  /** The variant of a row, if it has one and nothing speaks against it; problems go to `issues`. */
  #variant(
    row: number,
    mapped: MappedRow,
    product: ProductMemory,
    issues: CellIssue[],
  ): PartVariant | undefined {
    if (mapped.variant === undefined) return undefined;
    const options = mapped.options ?? { names: [], values: [] };
    const { value: optionValues, problem } = resolveOptionValues(product.optionNames ?? [], options);
    if (problem !== undefined) {
      issues.push(this.#optionIssue(problem));
      return undefined;
    }
    const conflict = this.#conflict(optionValues, mapped.variant.sku ?? null, product);
    if (conflict !== undefined) {
      issues.push(conflict);
      return undefined;
    }
    return { ...mapped.variant, row, optionValues };
  }

  #conflict(optionValues: string[], sku: string | null, product: ProductMemory): CellIssue | undefined {
    const duplicate = product.combinations[combinationKey(optionValues)];
    if (duplicate !== undefined) {
      const reason =
        optionValues.length === 0
          ? `This product has no options, so that it can have one variant only (row ${duplicate}).`
          : `The variant ${combinationLabel(optionValues)} is already in row ${duplicate}.`;
      return this.#issue('option1Value', reason, 'variant');
    }
    const skuRow = sku === null ? undefined : this.#draft.skuRow(sku);
    if (skuRow !== undefined) {
      return this.#issue('sku', `The SKU "${sku}" is already used in row ${skuRow}.`, 'variant');
    }
    if (Object.keys(product.combinations).length >= MAX_VARIANTS) {
      return this.#issue('handle', `A product has at most ${MAX_VARIANTS} variants.`, 'variant');
    }
    return undefined;
  }

  #issue(column: ProductColumn, reason: string, skips: CellIssue['skips']): CellIssue {
    return { column: columnLabel(this.#columns, column), reason, skips };
  }

  #optionIssue({ option, cell, reason }: OptionProblem): CellIssue {
    return this.#issue(`option${option}${cell}` as ProductColumn, reason, 'variant');
  }
}

function problemOfHandle(handle: string): string | undefined {
  if (handle === '') return 'The row has no handle, so that it is not known which product it belongs to.';
  if (handle.length > MAX_HANDLE_LENGTH) return `A handle has at most ${MAX_HANDLE_LENGTH} characters.`;
  return undefined;
}
