import { boolean, listOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { ImportAttribute } from '#domain/product-imports/read-attributes.js';

const rowColumns = {
  id: uuid,
  title: text,
  code: text,
  type: textOf<Omit<ImportAttribute, 'valueIds'>['type']>(),
  isUnique: boolean,
  values: listOf({ id: uuid, folded: text }),
};

/**
 * The live attributes of these codes with those of their values that are mentioned, held against changes of their
 * definition until the transaction ends. The caller holds the products. They are held by a statement before the one that
 * reads: one that waited would read values as they were before.
 * @param mentioned texts that may be values, folded
 */
export async function holdImportAttributes(
  tx: Tx,
  codes: readonly string[],
  mentioned: readonly string[],
): Promise<Map<string, ImportAttribute>> {
  const held = await query(tx, { id: uuid })(
    `select id from product_attributes where code = any(?::text[]) and deleted_at is null order by id for share`,
    [[...codes]],
  );
  if (held.length === 0) return new Map();
  const rows = await query(tx, rowColumns)(
    `select a.id, a.code, a.title, a.type, a.is_unique,
       (select coalesce(json_agg(json_build_object('id', v.id, 'folded', v.folded)), '[]')
        from product_attributes_values v
        where v.attribute_id = a.id and v.deleted_at is null and v.folded = any(?::text[])) as values
     from product_attributes a where a.id = any(?::uuid[]) and a.deleted_at is null`,
    [[...mentioned], held.map(({ id }) => id)],
  );
  return new Map(
    rows.map(({ values, ...attribute }) => [
      attribute.code,
      { ...attribute, valueIds: new Map(values.map(({ id, folded }) => [folded, id])) },
    ]),
  );
}
