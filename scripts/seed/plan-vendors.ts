import { gstinCheckCharacter } from '#domain/tax/gstin.js';
import { slugify } from '#domain/_shared/slug.js';
import type { Vendor } from '#domain/vendors/vendor.js';
import type { Calendar } from './calendar.js';
import { createIds } from './draw.js';
import { vendorAccount } from './sign-in-accounts.js';
import { demoVendors, type DemoVendor, newcomer } from './vendors.words.js';

export interface PlannedVendor {
  key: string;
  vendor: Vendor;
  owner: { userId: string; memberId: string; name: string; email: string };
  words: DemoVendor;
}

/** The GSTIN of somebody's first registration in a state. */
export function gstinOf(stateCode: string, pan: string): string {
  const bare = `${stateCode}${pan}1Z`;
  return bare + gstinCheckCharacter(bare);
}

/** Those who sell, each with an owner; the first one's owner is the vendor account. */
export function planVendors(seed: number, calendar: Calendar): PlannedVendor[] {
  const createdAt = calendar.daysAgo(380);
  return plan(seed, 'vendors', Object.entries(demoVendors), createdAt);
}

/** The vendor who came last, and is not registered for GST yet. It has its own catalog. */
export function planNewcomer(seed: number, calendar: Calendar): PlannedVendor {
  const [planned] = plan(seed, 'newcomer', [['newcomer', newcomer]], calendar.daysAgo(3));
  if (!planned) throw new Error('There is no newcomer');
  return planned;
}

function plan(
  seed: number,
  group: string,
  sellers: readonly [key: string, words: DemoVendor][],
  createdAt: Date,
): PlannedVendor[] {
  const ids = (kind: string) => createIds(seed, group === 'vendors' ? kind : `${kind} of the ${group}`);
  const newVendorId = ids('vendors');
  const newOrganizationId = ids('organizations');
  const newOwnerId = ids('owners');
  const newMemberId = ids('members');
  return sellers.map(([key, words], index) => {
    const { name, legalName, stateCode, pan, line1, city, postalCode, phone, commissionBps } = words;
    const slug = slugify(name);
    const gstin = pan === null ? null : gstinOf(stateCode, pan);
    const place = { line1, line2: null, city, stateCode, postalCode, country: 'IN' };
    const vendor: Vendor = {
      id: newVendorId(),
      organizationId: newOrganizationId(),
      slug,
      displayName: name,
      legalName,
      gstin,
      gstScheme: 'regular',
      // Without a registration nobody sells, but for an enrolment (Notification 34/2023-Central Tax).
      enrolmentNumber: gstin === null ? `${stateCode}ENR0000000001` : null,
      stateCode,
      address: { name: legalName, phone, ...place, gstin },
      supportEmail: `support@${slug}.example.com`,
      supportPhone: phone,
      status: 'active',
      commissionBps,
      createdAt,
      updatedAt: createdAt,
    };
    const email = group === 'vendors' && index === 0 ? vendorAccount.email : `${slug}@example.com`;
    return {
      key,
      vendor,
      words,
      owner: { userId: newOwnerId(), memberId: newMemberId(), name: words.owner, email },
    };
  });
}
