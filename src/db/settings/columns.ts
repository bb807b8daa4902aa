import { boolean, instant, integer, jsonOf, nullable, text, uuid } from '#domain/_shared/columns.js';

/** The columns of the tables of this feature. */
export const settingsTables = {
  settings_installation: {
    onlyRow: boolean,
    id: uuid,
    engineNamespace: nullable(text),
    restoredFrom: nullable(text),
    openFlowsWithoutRun: nullable(integer),
    openFlowsCheckedAt: nullable(instant),
  },
  settings_revision: { id: boolean, revision: integer },
  settings_values: { key: text, vendorId: nullable(uuid), value: jsonOf<unknown>(), updatedAt: instant },
};
