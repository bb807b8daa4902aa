import { query } from '#db/kernel/query.js';
import { type BulkTable, insertRows, updateRows } from '#db/kernel/bulk-write.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import {
  type AttributeFields,
  type ProductAttribute,
  productAttributeColumns,
} from '#domain/product-attributes/product-attribute.js';
import type { PlannedAttributeValue, ValuePlan } from '#domain/product-attributes/value-plan.js';
import { attributeSql } from './attribute-sql.js';

type Fields = Partial<AttributeFields> & { deletedAt?: Date | null };

const newValueTable: BulkTable<
  PlannedAttributeValue & { attributeId: string; createdAt: Date; updatedAt: Date }
> = {
  name: 'product_attributes_values',
  columns: ['id', 'attributeId', 'value', 'folded', 'sortOrder', 'createdAt', 'updatedAt'],
};
const changedValueTable: BulkTable<PlannedAttributeValue & { updatedAt: Date }> = {
  name: 'product_attributes_values',
  columns: ['id', 'value', 'folded', 'sortOrder', 'updatedAt'],
};

const named = ['title', 'code', 'type', 'isRequired', 'isUnique', 'createdAt', 'updatedAt'];

export function createProductAttributesRepository(knex: Knex) {
  return {
    list(query: ListQuery): Promise<Page<ProductAttribute>> {
      return listPage<ProductAttribute>({
        base: knex({ a: 'product_attributes' }),
        query,
        columns: Object.fromEntries(named.map((field) => [field, `a.${field}`])),
        idColumn: 'a.id',
        searchColumns: ['a.title', 'a.code'],
        deletedColumn: 'a.deletedAt',
        select: [knex.raw(attributeSql)],
      });
    },

    /** Also a deleted one. */
    async find(reader: Reader, id: string): Promise<ProductAttribute | undefined> {
      const rows = await query(reader, productAttributeColumns)(
        `select ${attributeSql} from product_attributes a where a.id = ?`,
        [id],
      );
      return rows[0];
    },

    /** Locks an attribute against assignments, until the transaction ends. */
    async lock(tx: Tx, id: string): Promise<void> {
      await tx.raw('select from product_attributes where id = ? for update', [id]);
    },

    async insert(tx: Tx, id: string, fields: AttributeFields, now: Date): Promise<void> {
      await tx('product_attributes').insert({ ...fields, id, createdAt: now, updatedAt: now });
    },

    async update(tx: Tx, id: string, fields: Fields, now: Date): Promise<void> {
      await tx('product_attributes')
        .where({ id })
        .update({ ...fields, updatedAt: now });
    },

    /** Values that are removed are kept, marked as deleted; they leave first, so that another may take their name. */
    async writeValues(tx: Tx, attributeId: string, plan: ValuePlan, now: Date): Promise<void> {
      const removed = plan.removed.map(({ id }) => id);
      if (removed.length > 0) {
        await tx('product_attributes_values')
          .whereIn('id', removed)
          .update({ deletedAt: now, updatedAt: now });
      }
      const renamed = plan.changed.map(({ id }) => id);
      // Two values may exchange their names, and the unique index looks at one row after the other.
      if (renamed.length > 1) {
        await tx.raw('update product_attributes_values set folded = id::text where id = any(?::uuid[])', [
          renamed,
        ]);
      }
      await updateRows(
        tx,
        changedValueTable,
        plan.changed.map((row) => ({ ...row, updatedAt: now })),
      );
      const stamps = { attributeId, createdAt: now, updatedAt: now };
      await insertRows(
        tx,
        newValueTable,
        plan.added.map((row) => ({ ...row, ...stamps })),
      );
    },
  };
}
