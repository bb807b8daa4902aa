/** What a member may do for a vendor: `member` works on catalog, stock and orders; `admin` also on profile, settings, payouts and members. */
export const vendorRoles = ['member', 'admin', 'owner'] as const;
export type VendorRole = (typeof vendorRoles)[number];

/** Whether `held` includes what `needed` may do. */
export function coversVendorRole(held: VendorRole | null, needed: VendorRole): boolean {
  return held !== null && vendorRoles.indexOf(held) >= vendorRoles.indexOf(needed);
}

/** The highest role of a membership, which is stored as a comma-separated list. An unknown role counts as `member`. */
export function highestVendorRole(stored: string): VendorRole {
  const held = stored.split(',').map((role) => role.trim());
  return [...vendorRoles].reverse().find((role) => held.includes(role)) ?? 'member';
}
