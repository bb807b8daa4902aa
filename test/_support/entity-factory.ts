import type { EntityName } from '#api/kernel/entities.js';
import { newId } from '#lib/ids.js';
import type { Container } from '#runtime/container.js';
import type { TestSession } from './accounts.js';
import type { TestBuyer } from './orders.js';
import type { TestVendor } from './vendors.js';

/** A row that belongs to the world's customer, vendor, or to the platform. */
export interface OwnedRow {
  id: string;
  table: string;
  /** The column of `id`, where it is not `id`. */
  idColumn?: string;
}

export interface EntityWorld {
  container: Container;
  customer: TestBuyer;
  vendor: TestVendor;
  admin: TestSession;
  /** What was made before. */
  rows: ReadonlyMap<EntityName, OwnedRow>;
}

/** How a row of each entity of a feature is made for its owner. */
export type EntityFactories = Partial<Record<EntityName, (fixtures: EntityWorld) => Promise<OwnedRow>>>;

/** The same of a plugin, whose entities the compiler knows only where it is registered. */
export type PluginEntityFactories = Readonly<Record<string, (fixtures: EntityWorld) => Promise<OwnedRow>>>;

/** A row with the columns that matter, the others by default. */
export async function insertedRow(
  container: Container,
  table: string,
  row: Record<string, unknown>,
): Promise<OwnedRow> {
  const id = newId();
  await container.knex(table).insert({ id, ...row });
  return { id, table };
}
