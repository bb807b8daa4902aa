import type { CloneSession } from './clone-sql.js';

/** As many copies of each vendor as make a marketplace of some hundred vendors. */
const MAX_COPIES = 60;

/**
 * Every other copy of the catalog is sold by the vendors of the demo data, who stay large; the ones between by other
 * vendors, until there are enough of these: then each sells several.
 */
export const copiesOfVendors = (lots: number): number => Math.min(Math.floor(lots / 2), MAX_COPIES);

/** SQL: who sells what `vendor` sells in copy `lot` of the catalog. */
export const vendorOf = (vendor: string, lot: string) => `(case when (${lot}) % 2 = 1 then ${vendor}
  else pg_temp.clone_id(${vendor}, 1 + ((${lot}) / 2 - 1) % ${MAX_COPIES}) end)`;

/** Copies the vendors of the cloned products with their owners, who get the mails about orders and cannot sign in. */
export async function cloneVendors(session: CloneSession, copies: number): Promise<void> {
  const sellers = `(select distinct v.id, v.organization_id from vendors v
    join products p on p.vendor_id = v.id join demo_products d on d.id = p.id) seller`;
  const times = 'cross join generate_series(1, $1::integer) as copies(k)';
  const run = async (table: string, join: string, changed: Record<string, string>) =>
    session.run(
      `${await session.cloneStatement(table, `join ${sellers} ${join} ${times}`, changed)} on conflict do nothing`,
      [copies],
    );
  const id = 'pg_temp.clone_id(t.id, k)';
  const organizationId = 'pg_temp.clone_id(t.organization_id, k)';
  const owners = 'join accounts_members m on m.organization_id = seller.organization_id';

  await run('accounts_organizations', 'on seller.organization_id = t.id', {
    id,
    name: "t.name || ', branch ' || k",
    slug: "t.slug || '-branch-' || k",
  });
  await run('accounts_users', `on true ${owners} and m.user_id = t.id`, {
    id,
    email: `replace(t.email, '@', '+branch-' || k || '@')`,
  });
  await run('accounts_members', 'on seller.organization_id = t.organization_id', {
    id,
    organization_id: organizationId,
    user_id: 'pg_temp.clone_id(t.user_id, k)',
  });
  await run('vendors', 'on seller.id = t.id', {
    id,
    organization_id: organizationId,
    slug: "t.slug || '-branch-' || k",
    display_name: "t.display_name || ', branch ' || k",
  });
  await run('settings_values', 'on seller.id = t.vendor_id', {
    vendor_id: 'pg_temp.clone_id(t.vendor_id, k)',
  });
}
