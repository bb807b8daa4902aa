import { boolean, jsonOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { CustomFieldEntity } from '#domain/_shared/custom-field.js';
import { customFieldsErrors } from '#domain/custom-fields/custom-fields.errors.js';

export type FieldValues = Readonly<Record<string, unknown>>;

/** As the table's constraint has it. */
const MAX_BYTES = 16_384;

interface RowKey {
  entity: CustomFieldEntity;
  entityId: string;
}

/** The values of custom fields, by the row that they belong to. */
export function createCustomFieldsRepository() {
  return {
    async read(reader: Reader, { entity, entityId }: RowKey): Promise<FieldValues> {
      const row = await reader('custom_fields_values').where({ entity, entityId }).first('fields');
      return (row?.fields as FieldValues | undefined) ?? {};
    },

    /** The values of several rows, by id; rows without any are left out. */
    async readMany(
      reader: Reader,
      entity: CustomFieldEntity,
      entityIds: readonly string[],
    ): Promise<Map<string, FieldValues>> {
      if (entityIds.length === 0) return new Map();
      const rows = await reader('custom_fields_values')
        .where({ entity })
        .whereIn('entityId', [...entityIds])
        .select('entityId', 'fields');
      return new Map(rows.map(({ entityId, fields }) => [entityId, fields as FieldValues]));
    },

    /**
     * Sets fields, takes away those that are null, and leaves all others as they are.
     * @returns the document before and after
     * @throws AppError VALIDATION_ERROR where it would have more than 16 KiB
     */
    async merge(
      tx: Tx,
      { entity, entityId }: RowKey,
      changes: FieldValues,
      at: Date,
    ): Promise<{ before: FieldValues; after: FieldValues }> {
      // The row is there before it is locked, so that two first writers wait for each other.
      await tx.raw(
        `insert into custom_fields_values (entity, entity_id, fields, updated_at) values (?, ?, '{}', ?)
         on conflict do nothing`,
        [entity, entityId, at],
      );
      try {
        const rows = await query(tx, { before: jsonOf<FieldValues>(), after: jsonOf<FieldValues>() })(
          `update custom_fields_values set fields = (select coalesce(jsonb_object_agg(key, value) filter (where value <> 'null'), '{}') from jsonb_each(fields || ?::jsonb)), updated_at = ?
           where entity = ? and entity_id = ? returning old.fields as before, new.fields as after`,
          [JSON.stringify(changes), at, entity, entityId],
        );
        return rows[0] ?? { before: {}, after: {} };
      } catch (error) {
        const { constraint } = error as { constraint?: string };
        if (constraint === 'custom_fields_values_size')
          throw customFieldsErrors.tooLarge({}, { cause: error });
        throw error;
      }
    },

    /**
     * The same for many rows at once; one that would have more than 16 KiB is left as it is.
     * @returns the ids of rows that changed, and of those that were left because of their size
     */
    async mergeMany(
      tx: Tx,
      entity: CustomFieldEntity,
      rows: readonly { entityId: string; changes: FieldValues }[],
      at: Date,
    ): Promise<{ changed: Set<string>; tooLarge: Set<string> }> {
      if (rows.length === 0) return { changed: new Set(), tooLarge: new Set() };
      const setting = rows.filter(({ changes }) => Object.values(changes).some((value) => value !== null));
      await tx.raw(
        `insert into custom_fields_values (entity, entity_id, fields, updated_at)
         select ?, id, '{}', ? from unnest(?::uuid[]) as given(id) order by id on conflict do nothing`,
        [entity, at, setting.map(({ entityId }) => entityId)],
      );
      const given = JSON.stringify(rows.map(({ entityId, changes }) => ({ id: entityId, changes })));
      const found = await query(tx, { id: uuid, changed: boolean, tooLarge: boolean })(
        `with stored as materialized (
           select v.entity_id, v.fields, given.changes
           from json_to_recordset(?::json) as given(id uuid, changes jsonb)
           join custom_fields_values v on v.entity = ? and v.entity_id = given.id order by v.entity_id for update of v
         ), merged as materialized (
           select entity_id, fields as before, (select coalesce(jsonb_object_agg(key, value)
             filter (where value <> 'null'), '{}') from jsonb_each(fields || changes)) as after from stored
         ), judged as materialized (
           select entity_id, after, after <> before as changed, octet_length(after::text) > ${MAX_BYTES} as too_large
           from merged
         ), written as (
           update custom_fields_values v set fields = judged.after, updated_at = ? from judged
           where v.entity = ? and v.entity_id = judged.entity_id and judged.changed and not judged.too_large
         ) select entity_id as id, changed, too_large from judged`,
        [given, entity, at, entity],
      );
      return {
        changed: new Set(found.filter((row) => row.changed && !row.tooLarge).map(({ id }) => id)),
        tooLarge: new Set(found.filter((row) => row.tooLarge).map(({ id }) => id)),
      };
    },
  };
}
