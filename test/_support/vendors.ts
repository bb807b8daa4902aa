import { randomBytes } from 'node:crypto';
import { sha256 } from '#lib/crypto.js';
import type { Address } from '#domain/_shared/address.js';
import type { Container } from '#runtime/container.js';

/** A complete address; of the state and the name that a test needs. */
export function addressOf(overrides: Partial<Address> = {}): Address {
  return {
    name: 'Asha Rao',
    phone: '+919820012345',
    line1: '12 Hill Road',
    line2: null,
    city: 'Mumbai',
    stateCode: '27',
    postalCode: '400050',
    country: 'IN',
    gstin: null,
    ...overrides,
  };
}

export interface NewVendor {
  displayName?: string;
  slug?: string;
  legalName?: string | null;
  gstin?: string | null;
  gstScheme?: 'regular' | 'composition';
  /** One of those without a GSTIN has a number, unless it says otherwise. */
  enrolmentNumber?: string | null;
  stateCode?: string | null;
  address?: Address | null;
  supportEmail?: string | null;
  supportPhone?: string | null;
  status?: 'active' | 'suspended';
  /** Basis points. */
  commissionBps?: number;
}

export interface TestVendor {
  vendorId: string;
  organizationId: string;
  slug: string;
  displayName: string;
  /** The owner, whose session has this vendor active. */
  userId: string;
  email: string;
  /** Bearer token of that session. */
  token: string;
}

/** A vendor of Maharashtra, complete for invoicing, with its organization, its owner and the owner's session. */
export async function createVendor(container: Container, fields: NewVendor = {}): Promise<TestVendor> {
  const { knex } = container;
  const unique = randomBytes(5).toString('hex');
  const displayName = fields.displayName ?? `Vendor ${unique}`;
  const slug = fields.slug ?? `vendor-${unique}`;
  const email = `owner-${unique}@example.com`;
  const [organizationId] = await insert(knex('accounts_organizations').insert({ name: displayName, slug }));
  const [userId] = await insert(
    knex('accounts_users').insert({ name: `Owner ${unique}`, email, emailVerified: true }),
  );
  await knex('accounts_members').insert({ organizationId, userId, role: 'owner' });
  const [vendorId] = await insert(
    knex('vendors').insert({
      legalName: `${displayName} Private Limited`,
      gstin: '27AAPFU0939F1ZV',
      enrolmentNumber: fields.gstin === null ? '27ENR0000000001' : null,
      stateCode: '27',
      address: addressOf({ name: displayName }),
      supportEmail: `support-${unique}@example.com`,
      supportPhone: '+912226401234',
      ...fields,
      displayName,
      slug,
      organizationId,
    }),
  );
  const token = await createVendorSession(container, { userId, organizationId });
  return { vendorId, organizationId, slug, displayName, userId, email, token };
}

/** Another session with this vendor active; the user must be a member of its organization. */
export async function createVendorSession(
  { knex }: Container,
  session: { userId: string; organizationId: string },
): Promise<string> {
  const token = randomBytes(24).toString('hex');
  await knex('accounts_sessions').insert({
    tokenHash: sha256(token),
    userId: session.userId,
    activeOrganizationId: session.organizationId,
    expiresAt: new Date(Date.now() + 24 * 3_600_000),
  });
  return token;
}

async function insert(builder: {
  returning(column: 'id'): PromiseLike<{ id: string }[]>;
}): Promise<[string]> {
  const [row] = await builder.returning('id');
  if (!row) throw new Error('nothing was inserted');
  return [row.id];
}
