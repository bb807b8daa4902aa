import { integer, jsonOf, nullable, type RowOf, text, textOf } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { deleteBatch } from '#db/kernel/delete-batch.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { ProductMemory } from '#domain/product-imports/import-batch.js';
import type { ProductOutcome } from '#domain/product-imports/product-import.js';
import type { UnknownName } from '#domain/product-imports/import-taxonomy.js';

/** What is kept of a product between the batches of a file. */
const knownProductColumns = {
  memory: jsonOf<ProductMemory>(),
  /** Null for a product that was rejected. */
  outcome: nullable(textOf<ProductOutcome>()),
};
export type KnownProduct = RowOf<typeof knownProductColumns>;

/** What the rows of an import have said so far, committed with the batch that said it. */
export function createImportMemoryRepository(knex: Knex) {
  return {
    async productsOf(tx: Tx, importId: string, handles: readonly string[]): Promise<KnownProduct[]> {
      return query(tx, knownProductColumns)(
        'select memory, outcome from product_imports_products where import_id = ? and handle = any(?::text[])',
        [importId, [...handles]],
      );
    },

    /** The row that used each of these SKUs. */
    async skuRowsOf(tx: Tx, importId: string, skus: readonly string[]): Promise<Map<string, number>> {
      const rows = await query(tx, { sku: text, row: integer })(
        'select sku, row from product_imports_skus where import_id = ? and sku = any(?::text[])',
        [importId, [...skus]],
      );
      return new Map(rows.map(({ sku, row }) => [sku, row]));
    },

    async rememberProducts(tx: Tx, importId: string, products: readonly KnownProduct[]): Promise<void> {
      if (products.length === 0) return;
      await tx.raw(
        `insert into product_imports_products (import_id, handle, memory, outcome)
         select ?, memory ->> 'handle', memory, outcome
         from jsonb_to_recordset(?::jsonb) as given(memory jsonb, outcome text)
         on conflict (import_id, handle) do update set memory = excluded.memory, outcome = excluded.outcome`,
        [importId, JSON.stringify(products)],
      );
    },

    async rememberSkus(
      tx: Tx,
      importId: string,
      skus: readonly { sku: string; row: number }[],
    ): Promise<void> {
      if (skus.length === 0) return;
      await tx.raw(
        `insert into product_imports_skus (import_id, sku, row)
         select ?, sku, row from unnest(?::text[], ?::bigint[]) as given(sku, row)`,
        [importId, skus.map(({ sku }) => sku), skus.map(({ row }) => row)],
      );
    },

    /** Remembers names that the marketplace does not have, and returns those that are new to this import. */
    async rememberUnknown(tx: Tx, importId: string, unknown: readonly UnknownName[]): Promise<UnknownName[]> {
      if (unknown.length === 0) return [];
      const rows = await query(tx, { taxonomy: text, name: text })(
        `insert into product_imports_unknown_names (import_id, taxonomy, name)
         select ?, taxonomy, name from unnest(?::text[], ?::text[]) as given(taxonomy, name)
         on conflict do nothing returning taxonomy, name`,
        [importId, unknown.map(({ taxonomy }) => taxonomy), unknown.map(({ name }) => name)],
      );
      const fresh = new Set(rows.map(({ taxonomy, name }) => `${taxonomy} ${name}`));
      return unknown.filter(({ taxonomy, name }) => fresh.has(`${taxonomy} ${name}`));
    },

    /** Forgets some of an import that has ended; false when there is nothing left. */
    async forgetSome(importId: string): Promise<boolean> {
      for (const table of ['products', 'skus', 'unknown_names'].map((name) => `product_imports_${name}`)) {
        if ((await deleteBatch(knex, table, 'r.import_id = ?', [importId])) > 0) return true;
      }
      return false;
    },
  };
}

export type ImportMemoryRepository = ReturnType<typeof createImportMemoryRepository>;
