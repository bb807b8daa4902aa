import { createAttributeGroupsRepository } from '#db/product-attributes/attribute-groups.repository.js';
import { createProductAttributesRepository } from '#db/product-attributes/product-attributes.repository.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { foldValue } from '#domain/product-attributes/product-attribute.js';
import type { AttributePlan } from './plan-attributes.js';

/** Writes attributes and their groups; what products are assigned is written with the products. */
export async function writeAttributes(tx: Tx, knex: Knex, plan: AttributePlan): Promise<void> {
  const { attributes, groups, createdAt } = plan;
  const definitions = createProductAttributesRepository(knex);
  for (const { id, fields, values } of attributes) {
    await definitions.insert(tx, id, fields, createdAt);
    const added = values.map((row, sortOrder) => ({ ...row, folded: foldValue(row.value), sortOrder }));
    await definitions.writeValues(tx, id, { added, changed: [], removed: [], issues: [] }, createdAt);
  }
  const repository = createAttributeGroupsRepository(knex);
  for (const { id, title, code, attributeIds } of groups) {
    await repository.insert(tx, id, { title, code }, createdAt);
    const members = attributeIds.map((attributeId, sortOrder) => ({ attributeId, sortOrder }));
    await repository.replaceMembers(tx, id, members);
  }
}
