import { randomBytes } from 'node:crypto';

/** A session of somebody who is there, as a sign-in would have left it. @returns the bearer token */
async function openSession(stand, email) {
  const token = randomBytes(24).toString('hex');
  const written = await stand.query(
    `insert into accounts_sessions (user_id, token_hash, expires_at, active_organization_id)
     select u.id, encode(sha256(convert_to($2, 'UTF8')), 'hex'), now() + interval '1 day',
       (select organization_id from accounts_members m where m.user_id = u.id limit 1)
     from accounts_users u where u.email = $1 returning user_id`,
    [email, token],
  );
  if (written.length === 0) throw new Error(`There is no account ${email}`);
  return token;
}

export const vendorToken = (stand) => openSession(stand, 'vendor@example.com');
export const adminToken = (stand) => openSession(stand, stand.env.ADMIN_EMAIL ?? 'admin@example.com');

/** So many new buyers, each with a session. @returns their bearer tokens */
export async function buyerTokens(stand, count) {
  const rows = await stand.query(
    `with buyers as (
       insert into accounts_users (name, email, email_verified)
       select 'Asha Rao', 'bench-' || n || '@example.com', true from generate_series(1, $1::integer) as n
       returning id
     ), tokens as (select id, md5(random()::text) || md5(random()::text) as token from buyers), written as (
       insert into accounts_sessions (user_id, token_hash, expires_at)
       select id, encode(sha256(convert_to(token, 'UTF8')), 'hex'), now() + interval '1 day' from tokens
     )
     select token from tokens`,
    [count],
  );
  return rows.map(({ token }) => token);
}

/** Variants that can be bought often: stock that does not end within a run. */
export async function sellableVariants(stand, count) {
  const rows = await stand.query(
    `with chosen as (
       select v.id, v.vendor_id from products_variants v join products p on p.id = v.product_id
       where p.status = 'active' and p.published_at <= now() and v.deleted_at is null and v.price is not null
         and v.vendor_id in (select id from vendors where gstin is not null)
       order by md5(v.id::text) limit $1
     ), stocked as (
       insert into inventory_movements (variant_id, vendor_id, on_hand_delta, reason, actor)
       select id, vendor_id, 1000000, 'restock', '{"type":"system","id":"bench"}' from chosen
     )
     update inventory_levels l set on_hand = l.on_hand + 1000000 from chosen where l.variant_id = chosen.id
     returning l.variant_id`,
    [count],
  );
  return rows.map((row) => row.variant_id);
}
