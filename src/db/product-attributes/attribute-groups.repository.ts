import { uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { type BulkTable, insertRows } from '#db/kernel/bulk-write.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import {
  type ProductAttributeGroup,
  productAttributeGroupColumns,
} from '#domain/product-attributes/product-attribute.js';
import { groupSql } from './attribute-sql.js';

interface Member {
  attributeId: string;
  sortOrder: number;
}

interface Fields {
  title?: string;
  code?: string;
  deletedAt?: Date | null;
}

const memberTable: BulkTable<Member & { groupId: string }> = {
  name: 'product_attributes_members',
  columns: ['groupId', 'attributeId', 'sortOrder'],
};

const named = ['title', 'code', 'createdAt', 'updatedAt'];

export function createAttributeGroupsRepository(knex: Knex) {
  return {
    list(query: ListQuery): Promise<Page<ProductAttributeGroup>> {
      return listPage<ProductAttributeGroup>({
        base: knex({ g: 'product_attributes_groups' }),
        query,
        columns: Object.fromEntries(named.map((field) => [field, `g.${field}`])),
        idColumn: 'g.id',
        searchColumns: ['g.title', 'g.code'],
        deletedColumn: 'g.deletedAt',
        select: [knex.raw(groupSql)],
      });
    },

    /** Also a deleted one. */
    async find(reader: Reader, id: string): Promise<ProductAttributeGroup | undefined> {
      const rows = await query(reader, productAttributeGroupColumns)(
        `select ${groupSql} from product_attributes_groups g where g.id = ?`,
        [id],
      );
      return rows[0];
    },

    async lock(tx: Tx, id: string): Promise<void> {
      await tx.raw('select from product_attributes_groups where id = ? for update', [id]);
    },

    async insert(tx: Tx, id: string, fields: Fields, now: Date): Promise<void> {
      await tx('product_attributes_groups').insert({ ...fields, id, createdAt: now, updatedAt: now });
    },

    async update(tx: Tx, id: string, fields: Fields, now: Date): Promise<void> {
      await tx('product_attributes_groups')
        .where({ id })
        .update({ ...fields, updatedAt: now });
    },

    /** Which of the attributes are live, locked so that none is deleted meanwhile. */
    async liveAttributes(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
      const rows = await query(tx, { id: uuid })(
        `select id from product_attributes where id = any(?::uuid[]) and deleted_at is null order by id for share`,
        [[...ids]],
      );
      return new Set(rows.map(({ id }) => id));
    },

    /** Replaces the whole set; returns whether anything changed. */
    async replaceMembers(tx: Tx, groupId: string, members: readonly Member[]): Promise<boolean> {
      const before: Member[] = await tx('product_attributes_members')
        .where({ groupId })
        .orderBy('attributeId')
        .select('attributeId', 'sortOrder');
      const key = (list: readonly Member[]) =>
        list
          .map(({ attributeId, sortOrder }) => `${attributeId} ${sortOrder}`)
          .sort()
          .join();
      if (key(before) === key(members)) return false;
      await tx('product_attributes_members').where({ groupId }).delete();
      await insertRows(
        tx,
        memberTable,
        members.map((member) => ({ ...member, groupId })),
      );
      return true;
    },
  };
}
