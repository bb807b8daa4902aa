import { newId } from '#lib/ids.js';
import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const accessEntities: EntityFactories = {
  role: ({ container }) => insertedRow(container, 'access_roles', { name: `role-${newId()}` }),
  apiKey: ({ container, admin }) =>
    insertedRow(container, 'access_api_keys', {
      name: 'key',
      prefix: 'haat_abcdef',
      hash: newId(),
      permissions: ['order:view'],
      createdBy: admin.userId,
    }),
};
