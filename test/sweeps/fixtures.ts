import type { EntityName } from '#api/kernel/entities.js';
import type { Route } from '#api/kernel/route.js';
import type { Container } from '#runtime/container.js';
import { createSession, type TestSession } from '../_support/accounts.js';
import { entityFactories, type OwnedRow } from '../_support/entities.js';
import { createBuyer, type TestBuyer } from '../_support/orders.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { entitiesOf } from './route-entities.js';

interface Owners {
  customer: TestBuyer;
  otherCustomer: TestBuyer;
  vendor: TestVendor;
  otherVendor: TestVendor;
  admin: TestSession;
}

/** A small marketplace whose every row belongs to one vendor or one customer, and strangers who must not see them. */
export interface Fixtures extends Owners {
  idOf: (entity: EntityName) => string;
  /** What a column of the row of an entity says, as it was made. */
  keyOf: (entity: EntityName, column: string) => string;
  /** The id of the row of an entity, which is made if this world has none yet. */
  make: (entity: EntityName) => Promise<string>;
  /** A session that may call the route. */
  tokenFor: (route: Route) => string;
}

/**
 * The entities that each factory has asked for, as its first run has shown: a row is made together with those that it is
 * made of, and no others.
 */
const madeOf = new Map<EntityName, ReadonlySet<EntityName>>();
const inOrder = Object.keys(entityFactories) as EntityName[];

/** The rows made so far, which keep in mind who was asked for. */
class AskedRows extends Map<EntityName, OwnedRow> {
  readonly asked = new Set<EntityName>();

  override get(entity: EntityName): OwnedRow {
    this.asked.add(entity);
    const row = super.get(entity);
    if (!row) throw new Error(`There is no ${entity} yet: the factory of what is made of it comes later`);
    return row;
  }
}

/** With every entity and owners of its own, apart from those that are given. */
export async function createWorld(container: Container, given: Partial<Owners> = {}): Promise<Fixtures> {
  const fixtures = await emptyWorld(container, given);
  for (const entity of inOrder) await fixtures.make(entity);
  return fixtures;
}

/**
 * With the entities that a request of the route may name. Customer and vendor are new, because the route may change
 * them; who only looks on is the same as in the other world.
 */
export async function createWorldFor(
  route: Route,
  container: Container,
  { otherCustomer, otherVendor, admin }: Fixtures,
): Promise<Fixtures> {
  const fixtures = await emptyWorld(container, { otherCustomer, otherVendor, admin });
  const made = entitiesOf(route).filter((entity) => entityFactories[entity]);
  for (const entity of made) await fixtures.make(entity);
  return fixtures;
}

async function emptyWorld(container: Container, given: Partial<Owners>): Promise<Fixtures> {
  const owners: Owners = {
    customer: given.customer ?? (await createBuyer(container)),
    otherCustomer: given.otherCustomer ?? (await createBuyer(container)),
    vendor: given.vendor ?? (await createVendor(container)),
    otherVendor: given.otherVendor ?? (await createVendor(container)),
    admin: given.admin ?? (await createSession(container, { roles: ['superAdmin'] })),
  };
  const { customer, vendor, admin } = owners;
  const rows = new Map<EntityName, OwnedRow>();
  const records = new Map<EntityName, Record<string, unknown>>();

  // Fixtures of one route may be made side by side: who comes second waits for the row of the first.
  const making = new Map<EntityName, Promise<string>>();
  function make(entity: EntityName): Promise<string> {
    const made = making.get(entity) ?? makeRow(entity);
    making.set(entity, made);
    return made;
  }

  async function makeRow(entity: EntityName): Promise<string> {
    const create = entityFactories[entity];
    if (!create) throw new Error(`No factory makes a ${entity}: add one to test/_support/entities.ts`);
    for (const part of madeOf.get(entity) ?? inOrder.slice(0, inOrder.indexOf(entity))) await make(part);
    const parts = new AskedRows(rows);
    const row = await create({ container, customer, vendor, admin, rows: parts });
    madeOf.set(entity, parts.asked);
    rows.set(entity, row);
    records.set(entity, await recordOf(row));
    return row.id;
  }

  function recordOf({ table, id, idColumn = 'id' }: OwnedRow) {
    return container
      .knex(table)
      .where({ [idColumn]: id })
      .first() as Promise<Record<string, unknown>>;
  }

  function row(entity: EntityName): OwnedRow {
    const found = rows.get(entity);
    if (found) return found;
    throw new Error(
      entityFactories[entity]
        ? `This world has no ${entity}, which the route does not name: await world.make('${entity}') first`
        : `No factory makes a ${entity}: add one to test/_support/entities.ts`,
    );
  }

  return {
    ...owners,
    make,
    idOf: (entity) => row(entity).id,
    keyOf: (entity, column) => (column === 'id' ? row(entity).id : String(records.get(entity)?.[column])),
    tokenFor: ({ auth }) =>
      auth === 'admin' ? admin.token : auth === 'vendor' ? vendor.token : customer.token,
  };
}
