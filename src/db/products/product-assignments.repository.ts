import { TEXT_ORDER } from '#db/kernel/text-order.js';
import { jsonOf, nullable, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { type BulkTable, insertRows, updateRows } from '#db/kernel/bulk-write.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { type UniqueHolder, uniqueHolderColumns } from '#domain/product-imports/settle-attributes.js';
import type { Assignment, AssignmentPlan, AttributeDetails } from '#domain/products/attribute-assignments.js';
import { uniqueValueSql } from './unique-value-sql.js';

export interface AssignmentRow extends Assignment {
  productId: string;
}

export const assignmentTable: BulkTable<AssignmentRow> = {
  name: 'products_attributes',
  columns: ['id', 'productId', 'attributeId', 'valueId', 'value', 'canonical', 'sortOrder', 'uniqueValue'],
};

/** What a product and the group that it is to have say of attributes. */
export interface AssignmentState {
  /** Of live attributes. */
  stored: Assignment[];
  attributes: Map<string, AttributeDetails>;
  /** The live group that was named, with its required attributes; undefined when there is none. */
  group?: { required: { id: string; title: string }[] };
}

const rowColumns = {
  stored: jsonOf<Assignment[]>(),
  attributes: jsonOf<(Omit<AttributeDetails, 'valueIds'> & { valueIds: string[] })[]>(),
  group: nullable(jsonOf<{ required: { id: string; title: string }[] }>()),
};

const statement = `
  with stored as (
    select given.* from products_attributes given join product_attributes a on a.id = given.attribute_id
    where given.product_id = ? and a.deleted_at is null
  ), named as (
    select id, title, type, is_unique from product_attributes
    where deleted_at is null and (id = any(?::uuid[]) or id in (select attribute_id from stored))
  )
  select
    (select coalesce(json_agg(json_build_object('id', id, 'attributeId', attribute_id, 'valueId', value_id,
       'value', value, 'canonical', canonical, 'sortOrder', sort_order, 'uniqueValue', unique_value)), '[]')
     from stored) as stored,
    (select coalesce(json_agg(json_build_object('id', id, 'title', title, 'type', type, 'isUnique', is_unique,
       'valueIds', (select coalesce(json_agg(v.id), '[]') from product_attributes_values v
         where v.attribute_id = named.id and v.deleted_at is null and v.id = any(?::uuid[])))), '[]')
     from named) as attributes,
    (select json_build_object('required', (
       select coalesce(json_agg(json_build_object('id', a.id, 'title', a.title) order by m.sort_order, a.title ${TEXT_ORDER}), '[]')
       from product_attributes_members m join product_attributes a on a.id = m.attribute_id
       where m.group_id = g.id and a.is_required and a.deleted_at is null))
     from product_attributes_groups g where g.id = ? and g.deleted_at is null) as "group"`;

/** Holds attributes against changes of their definition until the transaction ends. */
export async function holdAttributes(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.raw('select from product_attributes where id = any(?::uuid[]) order by id for share', [
    [...new Set(ids)],
  ]);
}

/**
 * Everything that the rules of assignments ask for. The caller holds the product, and the attributes that are named: a
 * statement that waited for a lock would read the rest as it was before.
 */
export async function readAssignmentState(
  tx: Tx,
  asked: { productId: string | null; groupId: string | null; ids: string[]; valueIds: string[] },
): Promise<AssignmentState> {
  const { productId, ids, valueIds, groupId } = asked;
  const rows = await query(tx, rowColumns)(statement, [productId, ids, valueIds, groupId]);
  const { stored = [], attributes = [], group } = rows[0] ?? {};
  return {
    stored,
    attributes: new Map(attributes.map((item) => [item.id, { ...item, valueIds: new Set(item.valueIds) }])),
    group: group ?? undefined,
  };
}

/** Which of the values other live products have. */
export async function findTakenValues(
  tx: Tx,
  productId: string,
  claimed: AssignmentPlan['claimed'],
): Promise<AssignmentPlan['claimed']> {
  if (claimed.length === 0) return [];
  const rows = await query(tx, { attributeId: uuid, uniqueValue: text })(
    `select attribute_id, unique_value from products_attributes
     where (attribute_id, unique_value) in (select * from unnest(?::uuid[], ?::text[])) and product_id <> ?`,
    [claimed.map(({ attributeId }) => attributeId), claimed.map(({ uniqueValue }) => uniqueValue), productId],
  );
  const taken = new Set(rows.map(({ attributeId, uniqueValue }) => `${attributeId} ${uniqueValue}`));
  return claimed.filter(({ attributeId, uniqueValue }) => taken.has(`${attributeId} ${uniqueValue}`));
}

/** The live products that have any of these values of unique attributes. */
export async function findUniqueHolders(
  tx: Tx,
  claims: readonly { attributeId: string; uniqueValue: string }[],
): Promise<UniqueHolder[]> {
  if (claims.length === 0) return [];
  return query(tx, uniqueHolderColumns)(
    `select attribute_id, unique_value, product_id from products_attributes
     where (attribute_id, unique_value) in (select * from unnest(?::uuid[], ?::text[]))`,
    [claims.map(({ attributeId }) => attributeId), claims.map(({ uniqueValue }) => uniqueValue)],
  );
}

/** Writes what plans say, each kind of change in one statement. */
export async function writeAssignments(
  tx: Tx,
  plans: readonly { productId: string; plan: AssignmentPlan }[],
): Promise<void> {
  const removed = plans.flatMap(({ plan }) => plan.removedIds);
  if (removed.length > 0)
    await tx.raw('delete from products_attributes where id = any(?::uuid[])', [removed]);
  const rowsOf = (kind: 'added' | 'changed') =>
    plans.flatMap(({ productId, plan }) => plan[kind].map((row) => ({ ...row, productId })));
  await updateRows(tx, assignmentTable, rowsOf('changed'));
  await insertRows(tx, assignmentTable, rowsOf('added'));
}

/** Whether values of an attribute are kept apart from now on; the caller holds the attribute. */
export async function setUniqueValues(tx: Tx, attributeId: string, isUnique: boolean): Promise<void> {
  if (!isUnique) {
    await tx.raw(
      'update products_attributes set unique_value = null where attribute_id = ? and unique_value is not null',
      [attributeId],
    );
    return;
  }
  await tx.raw(
    `update products_attributes given set unique_value = ${uniqueValueSql('given')}
     from products p where p.id = given.product_id and p.deleted_at is null and given.attribute_id = ?`,
    [attributeId],
  );
}

/** Frees the values of a product that is deleted. Attributes are held first: one may become unique at this moment. */
export async function freeValues(tx: Tx, productId: string): Promise<void> {
  await tx.raw(
    `select from product_attributes where id in (select attribute_id from products_attributes where product_id = ?)
     order by id for share`,
    [productId],
  );
  await tx.raw(
    'update products_attributes set unique_value = null where product_id = ? and unique_value is not null',
    [productId],
  );
}
