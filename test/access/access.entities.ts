import { newId } from '#lib/ids.js';
import type { Container } from '#runtime/container.js';
import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

/** An adjustment for a vendor that waits for a second person. */
export const insertedApproval = (container: Container, vendorId: string) =>
  insertedRow(container, 'access_money_approvals', {
    kind: 'account_adjustment',
    entityId: newId(),
    input: JSON.stringify({ vendorId, amount: 20_000_000, reason: 'Festival bonus' }),
    amount: 20_000_000,
    currency: 'INR',
    vendorId,
    cause: 'act',
    askedBy: JSON.stringify({ type: 'system', id: 'test' }),
    person: 'test',
    askedAt: new Date(),
  });

export const accessEntities: EntityFactories = {
  moneyApproval: ({ container, vendor }) => insertedApproval(container, vendor.vendorId),
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
