import { TEXT_ORDER } from '#db/kernel/text-order.js';
import { isoSql, jsonRows } from '#db/products/json-sql.js';

const stamps = (alias: string) => `
  ${isoSql(`${alias}.created_at`)} as "createdAt", ${isoSql(`${alias}.updated_at`)} as "updatedAt",
  ${isoSql(`${alias}.deleted_at`)} as "deletedAt"`;

/** The live values of attribute `a` as JSON; null for types without values. */
const valuesJson = `case when a.type in ('select', 'multi_select') then ${jsonRows(`
  select v.id, v.attribute_id as "attributeId", v.value, v.sort_order as "sortOrder", ${stamps('v')}
  from product_attributes_values v where v.attribute_id = a.id and v.deleted_at is null
  order by v.sort_order, v.id`)} end`;

/** The members of attribute `a`, by the names of the response. */
export const attributeSql = `a.id, a.title, a.code, a.type, a.is_required as "isRequired", a.is_unique as "isUnique",
  ${stamps('a')}, ${valuesJson} as "values"`;

/** The members of group `g`, by the names of the response. */
export const groupSql = `g.id, g.title, g.code, ${stamps('g')}, ${jsonRows(`
  select ${attributeSql}, m.sort_order as "sortOrder"
  from product_attributes_members m join product_attributes a on a.id = m.attribute_id
  where m.group_id = g.id and a.deleted_at is null order by m.sort_order, a.title ${TEXT_ORDER}, a.id`)} as attributes`;
