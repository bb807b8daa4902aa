import { instant, jsonOf, text, uuid } from '#domain/_shared/columns.js';

/** The columns of the tables of this feature. */
export const customFieldsTables = {
  custom_fields_values: { entity: text, entityId: uuid, fields: jsonOf<unknown>(), updatedAt: instant },
};
