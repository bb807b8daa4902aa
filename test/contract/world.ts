import type { TestSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import type { TestVendor } from '../_support/vendors.js';
import type { Contract } from './contract.js';
import type { Deployment } from './deployment.js';

/** A deployment and the people of it that tables act as. */
export interface World extends Deployment {
  superAdmin: TestSession;
  customer: TestSession;
  otherCustomer: TestSession;
  owner: TestVendor;
  otherOwner: TestVendor;
  /** The address that the contract is held against, where that is not the platform’s own. */
  reached?: string;
  /** What several tables need and only the first makes. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>;
}

/** A part of the contract; it may be run again on the same deployment. */
export type Table = (t: Contract, world: World) => Promise<void>;

/** Clients of the people, at the address that a contract is held against. */
export interface Clients {
  admin: HttpClient;
  customer: HttpClient;
  otherCustomer: HttpClient;
  vendor: HttpClient;
  otherVendor: HttpClient;
}

export function clientsOf(t: Contract, world: World): Clients {
  return {
    admin: t.http.as(world.superAdmin.token),
    customer: t.http.as(world.customer.token),
    otherCustomer: t.http.as(world.otherCustomer.token),
    vendor: t.http.as(world.owner.token),
    otherVendor: t.http.as(world.otherOwner.token),
  };
}

export async function createWorld(deployment: Deployment): Promise<World> {
  const made = new Map<string, Promise<unknown>>();
  return {
    ...deployment,
    superAdmin: await deployment.account({ roles: ['superAdmin'] }),
    customer: await deployment.account(),
    otherCustomer: await deployment.account(),
    owner: await deployment.vendor({ displayName: 'Diya House' }),
    otherOwner: await deployment.vendor({ displayName: 'Loom Works' }),
    once<T>(name: string, make: () => Promise<T>): Promise<T> {
      const found = made.get(name) ?? make();
      made.set(name, found);
      return found as Promise<T>;
    },
  };
}
