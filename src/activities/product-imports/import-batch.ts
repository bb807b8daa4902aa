import type { ImportErrorsRepository } from '#db/product-imports/import-errors.repository.js';
import type { ImportMemoryRepository, KnownProduct } from '#db/product-imports/import-memory.repository.js';
import { findTaxonomyEntries } from '#db/product-imports/taxonomy-entries.query.js';
import {
  findDeletedHandles,
  findSkuHolders,
  loadProductsByHandle,
} from '#db/products/imported-products.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { assembleProducts } from '#domain/product-imports/assemble-products.js';
import type { MappedBatch, ProductPart } from '#domain/product-imports/import-batch.js';
import { mentionedNames, resolveTaxonomy } from '#domain/product-imports/import-taxonomy.js';
import { isNote, type RowError } from '#domain/product-imports/imported-product.js';
import { mergeBatch } from '#domain/product-imports/merge-batch.js';
import { columnLabel } from '#domain/product-imports/product-columns.js';
import {
  countOutcomes,
  type ImportCounts,
  nextOutcome,
  type ProductOutcome,
} from '#domain/product-imports/product-import.js';
import type { ProductHold } from '#operations/product-approvals/hold-changes.js';
import { assignAttributes } from './assign-attributes.js';
import { holdBatch } from './hold-import.js';
import type { UnknownRequester } from './request-unknown.js';
import { type BatchContext, writeBatch } from './write-batch.js';
import { writeCustomFields } from './write-custom-fields.js';

export interface BatchResult {
  counts: ImportCounts;
  /** Products that were created or changed. */
  productIds: string[];
}

interface Deps {
  memory: ImportMemoryRepository;
  errors: ImportErrorsRepository;
  requestUnknown: UnknownRequester;
  hold: ProductHold;
}

/**
 * Takes the rows of one batch into the catalog, in the transaction that also moves the checkpoint: what the rows say
 * is put together, merged into what is stored, and only what differs is written, each table in one statement.
 */
export function createBatchImporter({ memory, errors: errorsRepository, requestUnknown, hold }: Deps) {
  async function cached(tx: Tx, importId: string, handles: readonly string[], skus: readonly string[]) {
    const products = await memory.productsOf(tx, importId, handles);
    const skuRows = await memory.skuRowsOf(tx, importId, skus);
    return {
      outcomes: new Map(products.map(({ memory: { handle }, outcome }) => [handle, outcome])),
      earlier: { products: new Map(products.map((item) => [item.memory.handle, item.memory])), skuRows },
    };
  }

  /** Names of the taxonomies become ids. Those that the marketplace does not have get a note, once for each import. */
  async function resolve(tx: Tx, context: BatchContext, parts: readonly ProductPart[]) {
    const entries = await findTaxonomyEntries(tx, mentionedNames(parts));
    const resolved = resolveTaxonomy(parts, entries, context.columns);
    const newlyUnknown = await memory.rememberUnknown(tx, context.importId, resolved.unknown);
    if (!context.requestedBy)
      return { parts: resolved.parts, notes: newlyUnknown.map(({ note }) => note), requested: 0 };
    const requested = await requestUnknown(tx, context.ctx, context.requestedBy, newlyUnknown);
    return { parts: resolved.parts, ...requested };
  }

  async function merge(tx: Tx, context: BatchContext, parts: readonly ProductPart[]) {
    const { vendorId, columns } = context;
    const handles = parts.map(({ handle }) => handle);
    const options = { attributes: columns.attributes !== undefined };
    const stored = await loadProductsByHandle(tx, vendorId, handles, options);
    const held = await holdBatch(hold, tx, context, stored);
    const proposed = held?.proposed ?? stored;
    const assigned = await assignAttributes(tx, columns, parts, proposed);
    const skus = parts.flatMap(({ variants }) => variants.flatMap(({ sku }) => sku ?? []));
    const result = mergeBatch(assigned.parts, proposed, await findSkuHolders(tx, vendorId, skus), columns);
    const created = result.merged.filter((item) => item.stored === null).map(({ handle }) => handle);
    const notes = await reportDeleted(tx, context, parts, created);
    const merged = held?.split(result.merged, assigned.parts) ?? result.merged;
    return { ...result, merged, held, errors: [...result.errors, ...assigned.notes, ...notes] };
  }

  /** A product that was deleted stays so; a file that names it makes a new one, which is worth a note. */
  async function reportDeleted(
    tx: Tx,
    { vendorId, columns }: BatchContext,
    parts: readonly ProductPart[],
    created: readonly string[],
  ): Promise<RowError[]> {
    const deleted = await findDeletedHandles(tx, vendorId, created);
    return parts.flatMap(({ handle, firstRow: row }): RowError[] => {
      const at = deleted.get(handle);
      if (!at) return [];
      const reason = `A product of this handle was deleted on ${at.toISOString().slice(0, 10)} and stays so; this row made a new one.`;
      return [{ row, handle, column: columnLabel(columns, 'handle'), reason, skips: 'nothing' }];
    });
  }

  return async function importBatch(
    tx: Tx,
    context: BatchContext,
    mapped: MappedBatch,
  ): Promise<BatchResult> {
    const { importId, columns } = context;
    const { earlier, outcomes } = await cached(tx, importId, mapped.handles, mapped.skus);
    const assembled = assembleProducts(mapped.rows, columns, earlier);
    const { parts, notes, requested } = await resolve(tx, context, assembled.products);
    const { merged, held, errors, rejected } = await merge(tx, context, parts);
    const writes = await writeBatch(tx, context, merged);
    const at = { columns, now: context.ctx.now, keep: held?.splitFields };
    const fields = await writeCustomFields(tx, at, parts, { merged, writes });
    const submitted = (await held?.submit(writes)) ?? { productIds: [], notes: [] };

    const written = new Set([...writes.map(({ productId }) => productId), ...fields.productIds]);
    const changed = new Set([...written, ...submitted.productIds]);
    const outcomeOf = new Map(
      merged.map(({ handle, stored }) => [handle, partOutcome(stored?.id ?? null, changed)]),
    );
    const refused = new Set(rejected);
    const products = assembled.memory.map((product): KnownProduct & { before: ProductOutcome | null } => {
      const before = outcomes.get(product.handle) ?? null;
      const part = outcomeOf.get(product.handle);
      const outcome = part ? nextOutcome(before, part) : before;
      return {
        memory: refused.has(product.handle) ? { ...product, rejected: true } : product,
        outcome,
        before,
      };
    });
    await memory.rememberProducts(
      tx,
      importId,
      products.map(({ memory, outcome }) => ({ memory, outcome })),
    );
    await memory.rememberSkus(tx, importId, assembled.skus);

    const allErrors = [...assembled.errors, ...notes, ...errors, ...fields.notes, ...submitted.notes];
    await errorsRepository.insert(tx, importId, allErrors);
    const failed = new Set(allErrors.filter((error) => !isNote(error)).map(({ row }) => row));
    return {
      counts: {
        rowsRead: mapped.rows.length,
        ...countOutcomes(products.map(({ before, outcome: after }) => ({ before, after }))),
        rowsFailed: failed.size,
        notes: allErrors.filter(isNote).length,
        issues: allErrors.length,
        catalogRequests: requested,
      },
      productIds: [...written],
    };
  };
}

export type BatchImporter = ReturnType<typeof createBatchImporter>;

function partOutcome(storedId: string | null, written: ReadonlySet<string>): ProductOutcome {
  if (storedId === null) return 'created';
  return written.has(storedId) ? 'updated' : 'unchanged';
}
