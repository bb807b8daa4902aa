import { createAccessRepository } from '#db/access/access.repository.js';
import { type BulkTable, insertRows } from '#db/kernel/bulk-write.js';
import { createVendorsRepository } from '#db/vendors/vendors.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Knex } from '#db/kernel/knex.js';
import type { PlannedBuyer } from './plan-buyers.js';
import { approverAccount } from './sign-in-accounts.js';
import type { PlannedVendor } from './plan-vendors.js';

interface UserRow {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  isAnonymous: boolean;
  createdAt: Date;
  updatedAt: Date;
}

interface CredentialRow {
  id: string;
  userId: string;
  providerId: string;
  accountId: string;
  password: string;
  createdAt: Date;
  updatedAt: Date;
}

const userTable: BulkTable<UserRow> = {
  name: 'accounts_users',
  columns: ['id', 'name', 'email', 'emailVerified', 'isAnonymous', 'createdAt', 'updatedAt'],
};

const credentialTable: BulkTable<CredentialRow> = {
  name: 'accounts_credentials',
  columns: ['id', 'userId', 'providerId', 'accountId', 'password', 'createdAt', 'updatedAt'],
};

const organizationTable: BulkTable<{ id: string; name: string; slug: string; createdAt: Date }> = {
  name: 'accounts_organizations',
  columns: ['id', 'name', 'slug', 'createdAt'],
};

const memberTable: BulkTable<{
  id: string;
  organizationId: string;
  userId: string;
  role: string;
  createdAt: Date;
}> = {
  name: 'accounts_members',
  columns: ['id', 'organizationId', 'userId', 'role', 'createdAt'],
};

interface Person {
  userId: string;
  name: string;
  email: string;
  createdAt: Date;
  /** As better-auth writes it; undefined cannot sign in. */
  passwordHash?: string;
}

/** Accounts with a verified address, as better-auth would have written them at some time in the past. */
async function writeUsers(tx: Tx, people: readonly Person[]): Promise<void> {
  const stamps = ({ createdAt }: Person) => ({ createdAt, updatedAt: createdAt });
  const users = people.map((person) => ({
    id: person.userId,
    name: person.name,
    email: person.email,
    emailVerified: true,
    isAnonymous: false,
    ...stamps(person),
  }));
  const credentials = people.flatMap(({ passwordHash: password, ...person }) => {
    const id = person.userId;
    return password
      ? [{ id, userId: id, providerId: 'credential', accountId: id, password, ...stamps(person) }]
      : [];
  });
  await insertRows(tx, userTable, users);
  await insertRows(tx, credentialTable, credentials);
}

/** Buyers; the first one, the customer account, can sign in. */
export async function writeBuyers(
  tx: Tx,
  buyers: readonly PlannedBuyer[],
  passwordHash: string,
): Promise<void> {
  const people = buyers.map((buyer, index) => (index === 0 ? { ...buyer, passwordHash } : buyer));
  await writeUsers(tx, people);
}

/** The same in every database, as all of the demo data is. */
const APPROVER_ID = '0199c0de-7e5c-7000-8000-0000000a99a0';

/** A second administrator, there as long as the first vendor: acts with money above the limits need two people. */
export async function writeApprover(
  tx: Tx,
  knex: Knex,
  { passwordHash, createdAt }: { passwordHash: string; createdAt: Date },
): Promise<void> {
  const { email } = approverAccount;
  await writeUsers(tx, [{ userId: APPROVER_ID, email, name: 'Meera Iyer', createdAt, passwordHash }]);
  const access = createAccessRepository(knex);
  const role = await access.builtInRole(tx, 'admin');
  await access.changeRoles(tx, APPROVER_ID, { give: [role.id], take: [] });
}

/** Vendors with their organizations and owners, who can all sign in. */
export async function writeVendors(
  tx: Tx,
  knex: Knex,
  planned: readonly PlannedVendor[],
  passwordHash: string,
): Promise<void> {
  const owners = planned.map(({ owner, vendor: { createdAt } }) => ({ ...owner, createdAt, passwordHash }));
  await writeUsers(tx, owners);
  const organizations = planned.map(({ vendor }) => ({
    id: vendor.organizationId,
    name: vendor.displayName,
    slug: vendor.slug,
    createdAt: vendor.createdAt,
  }));
  await insertRows(tx, organizationTable, organizations);
  const members = planned.map(({ owner, vendor: { organizationId, createdAt } }) => ({
    id: owner.memberId,
    organizationId,
    userId: owner.userId,
    role: 'owner',
    createdAt,
  }));
  await insertRows(tx, memberTable, members);
  const vendors = createVendorsRepository(knex);
  for (const { vendor } of planned) await vendors.insert(tx, vendor);
}
