import { newId } from '#lib/ids.js';
import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

export const customerGroupsEntities: EntityFactories = {
  customerGroup: ({ container }) =>
    insertedRow(container, 'customer_groups', { name: `Customer group ${newId()}` }),
};
