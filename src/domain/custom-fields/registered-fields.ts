import { customFieldTables } from '#domain/custom-field-tables.js';
import type { CustomFieldEntity } from '#domain/_shared/custom-field.js';
import { type DeclaredField, declareFields } from '#domain/custom-fields/declared-fields.js';

const declared = declareFields(customFieldTables);

/** The custom fields of a kind of row, of the configuration and of plugins, in the order of their keys. */
export const customFieldsOf = (entity: CustomFieldEntity): readonly DeclaredField[] =>
  declared.get(entity) ?? [];
