import { gstinCheckCharacter } from '#domain/_shared/gstin.js';
import { slugify } from '#domain/_shared/slug.js';
import type { Vendor } from '#domain/vendors/vendor.js';
import type { Calendar } from './calendar.js';
import { createIds } from './draw.js';
import { vendorAccount } from './sign-in-accounts.js';
import { demoVendors, type DemoVendor, type VendorKey } from './vendors.words.js';

export interface PlannedVendor {
  key: VendorKey;
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
  const newVendorId = createIds(seed, 'vendors');
  const newOrganizationId = createIds(seed, 'organizations');
  const newOwnerId = createIds(seed, 'owners');
  const newMemberId = createIds(seed, 'members');
  const createdAt = calendar.daysAgo(380);
  return (Object.entries(demoVendors) as [VendorKey, DemoVendor][]).map(([key, words], index) => {
    const { name, legalName, stateCode, pan, line1, city, postalCode, phone, commissionBps } = words;
    const slug = slugify(name);
    const gstin = gstinOf(stateCode, pan);
    const place = { line1, line2: null, city, stateCode, postalCode, country: 'IN' };
    const vendor: Vendor = {
      id: newVendorId(),
      organizationId: newOrganizationId(),
      slug,
      displayName: name,
      legalName,
      gstin,
      stateCode,
      address: { name: legalName, phone, ...place, gstin },
      supportEmail: `support@${slug}.example.com`,
      supportPhone: phone,
      status: 'active',
      commissionBps,
      createdAt,
      updatedAt: createdAt,
    };
    const email = index === 0 ? vendorAccount.email : `${slug}@example.com`;
    return { key, vendor, words, owner: { userId: newOwnerId(), memberId: newMemberId(), name: words.owner, email } }; // prettier-ignore
  });
}
