import { integer, text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { type BulkTable, insertRows } from '#db/kernel/bulk-write.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { RowError } from '#domain/product-imports/imported-product.js';

type ErrorRow = Pick<RowError, 'row' | 'handle' | 'column' | 'reason'>;

const errorTable: BulkTable<ErrorRow & { importId: string }> = {
  name: 'product_imports_errors',
  columns: ['importId', 'row', 'handle', 'column', 'reason'],
};

const PAGE = 1_000;

export function createImportErrorsRepository(knex: Knex) {
  return {
    async insert(tx: Tx, importId: string, errors: readonly ErrorRow[]): Promise<void> {
      await insertRows(
        tx,
        errorTable,
        errors.map(({ row, handle, column, reason }) => ({ importId, row, handle, column, reason })),
      );
    },

    /** All problems of an import in the order of the file, page by page, however many there are. */
    async *read(importId: string): AsyncGenerator<ErrorRow[], void, undefined> {
      let last = { row: 0, id: 0 };
      for (;;) {
        const rows = await query(knex, {
          row: integer,
          handle: text,
          column: text,
          reason: text,
          id: integer,
        })(
          `select id, row, handle, "column", reason from product_imports_errors
           where import_id = ? and (row, id) > (?, ?) order by row, id limit ?`,
          [importId, last.row, last.id, PAGE],
        );
        if (rows.length > 0) yield rows;
        const [end] = rows.slice(-1);
        if (!end || rows.length < PAGE) return;
        last = end;
      }
    },
  };
}

export type ImportErrorsRepository = ReturnType<typeof createImportErrorsRepository>;
