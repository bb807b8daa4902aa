import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { AdminImport } from '#domain/product-imports/product-import.js';
import { importColumns } from './product-imports.repository.js';

/** The imports of all vendors, as operators read them. */
export function createAdminImportsQuery(knex: Knex) {
  const imports = () => knex('product_imports as i').join('vendors as v', 'v.id', 'i.vendorId');
  const select = [...importColumns.map((column) => `i.${column}`), 'v.displayName as vendorName'];
  return {
    list: (query: ListQuery): Promise<Page<AdminImport>> =>
      listPage<AdminImport>({
        base: imports(),
        query,
        columns: {
          vendorId: 'i.vendorId',
          status: 'i.status',
          fileName: 'i.fileName',
          createdAt: 'i.createdAt',
          finishedAt: 'i.finishedAt',
          failed: 'i.rowsFailed',
        },
        idColumn: 'i.id',
        searchColumns: ['i.fileName', 'v.displayName'],
        select,
      }),

    find: (id: string): Promise<AdminImport | undefined> =>
      imports().where('i.id', id).first(select) as Promise<AdminImport | undefined>,
  };
}
