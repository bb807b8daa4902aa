import { integer, jsonOf, nullable, text, textOf, uuid } from '#domain/_shared/columns.js';
import type { Actor } from '#domain/_shared/context.js';
import { productImportColumns } from '#domain/product-imports/product-import.js';

/** The columns of the tables of this feature. */
export const productImportsTables = {
  product_imports: {
    ...productImportColumns,
    fileKey: text,
    header: nullable(jsonOf<unknown>()),
    checkpointRow: integer,
    actor: jsonOf<Actor>(),
  },
  product_imports_errors: {
    id: integer,
    importId: uuid,
    row: integer,
    handle: text,
    column: text,
    reason: text,
  },
  product_imports_products: {
    importId: uuid,
    handle: text,
    memory: jsonOf<unknown>(),
    outcome: nullable(textOf<'created' | 'updated' | 'unchanged'>()),
  },
  product_imports_skus: { importId: uuid, sku: text, row: integer },
  product_imports_unknown_names: { importId: uuid, taxonomy: text, name: text },
};
