import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { CustomFieldEntity } from '#domain/_shared/custom-field.js';
import { customFieldsErrors } from '#domain/custom-fields/custom-fields.errors.js';

export type FieldValues = Readonly<Record<string, unknown>>;

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
        const { rows } = await tx.raw<{ rows: { before: FieldValues; after: FieldValues }[] }>(
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
  };
}
