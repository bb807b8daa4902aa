import { boolean, instant, integer, nullable, text, texts, uuid } from '#domain/_shared/columns.js';
import { moneyApprovalColumns } from '#domain/access/money-approval.js';

/** The columns of the tables of this feature. */
export const accessTables = {
  access_api_keys: {
    id: uuid,
    name: text,
    prefix: text,
    hash: text,
    permissions: texts,
    createdBy: uuid,
    createdAt: instant,
    expiresAt: nullable(instant),
    lastUsedAt: nullable(instant),
    lastUsedAddress: nullable(text),
    revokedAt: nullable(instant),
    moneyActs: boolean,
    allowedAddresses: texts,
  },
  access_money_acts: {
    id: uuid,
    kind: text,
    entityId: uuid,
    amount: integer,
    currency: text,
    actorType: text,
    actorId: text,
    actedAt: instant,
    person: nullable(text),
    mailedAt: nullable(instant),
    waits: boolean,
  },
  access_money_approvals: { ...moneyApprovalColumns },
  access_roles: {
    id: uuid,
    name: text,
    description: text,
    permissions: texts,
    builtIn: boolean,
    createdAt: instant,
    updatedAt: instant,
    deletedAt: nullable(instant),
  },
  access_user_roles: { userId: uuid, roleId: uuid, createdAt: instant },
};
