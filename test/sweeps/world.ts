import type { EntityName } from '#api/kernel/entities.js';
import type { Route } from '#api/kernel/route.js';
import type { Container } from '#runtime/container.js';
import { createSession, type TestSession } from '../_support/accounts.js';
import { createBuyer, type TestBuyer } from '../_support/orders.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { entityFactories, type OwnedRow } from '../_support/entities.js';

/** A small marketplace whose every row belongs to one vendor or one customer, and strangers who must not see them. */
export interface World {
  customer: TestBuyer;
  otherCustomer: TestBuyer;
  vendor: TestVendor;
  otherVendor: TestVendor;
  admin: TestSession;
  idOf: (entity: EntityName) => string;
  /** What a column of the row of an entity says, as it was made. */
  keyOf: (entity: EntityName, column: string) => string;
  /** A session that may call the route. */
  tokenFor: (route: Route) => string;
}

/** Owners are new ones unless they are given. */
export async function createWorld(
  container: Container,
  options: { customer?: TestBuyer; vendor?: TestVendor } = {},
): Promise<World> {
  const customer = options.customer ?? (await createBuyer(container));
  const otherCustomer = await createBuyer(container);
  const vendor = options.vendor ?? (await createVendor(container));
  const otherVendor = await createVendor(container);
  const admin = await createSession(container, { roles: ['superAdmin'] });
  const rows = new Map<EntityName, OwnedRow>();
  const records = new Map<EntityName, Record<string, unknown>>();
  // In the order of the table: later entities are made of earlier ones.
  for (const [entity, create] of Object.entries(entityFactories)) {
    const made = await create({ container, customer, vendor, admin, rows });
    rows.set(entity as EntityName, made);
    records.set(entity as EntityName, await recordOf(made));
  }

  function recordOf({ table, id, idColumn = 'id' }: OwnedRow) {
    return container
      .knex(table)
      .where({ [idColumn]: id })
      .first() as Promise<Record<string, unknown>>;
  }

  function row(entity: EntityName): OwnedRow {
    const found = rows.get(entity);
    if (!found) throw new Error(`No factory makes a ${entity}: add one to test/_support/entities.ts`);
    return found;
  }

  return {
    customer,
    otherCustomer,
    vendor,
    otherVendor,
    admin,
    idOf: (entity) => row(entity).id,
    keyOf: (entity, column) => (column === 'id' ? row(entity).id : String(records.get(entity)?.[column])),
    tokenFor: ({ auth }) =>
      auth === 'admin' ? admin.token : auth === 'vendor' ? vendor.token : customer.token,
  };
}
