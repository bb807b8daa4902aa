const address = JSON.stringify({
  name: 'Asha Rao',
  phone: '+919820012345',
  line1: '12 Hill Road',
  line2: null,
  city: 'Mumbai',
  stateCode: '27',
  postalCode: '400050',
  country: 'IN',
});

/** Discounts of 1 % that apply to everything. @returns their ids */
export async function benchDiscounts(stand, count, fields = {}) {
  const { shown = false, limit = null } = fields;
  const rows = await stand.query(
    `insert into discounts (name, code, discount_type, value, show_on_cart, total_usage_limit)
     select 'Bench', 'BENCH-' || upper(md5(random()::text)) , 'PERCENTAGE', 1, $2, $3::integer
     from generate_series(1, $1::integer) returning id`,
    [count, shown, limit],
  );
  const ids = rows.map(({ id }) => id);
  if (limit !== null)
    await stand.query(
      `insert into discounts_uses (discount_id, customer_key, uses) select id, '', 0 from unnest($1::uuid[]) id`,
      [ids],
    );
  return ids;
}

/**
 * Carts of two items, or so many, with an address and these coupons, each with what it comes to, as the API says.
 * @returns {Promise<{ id: string, token: string, total: number }[]>}
 */
export async function preparedCarts(stand, { count, tokens, variantIds, couponIds = [], items = 2 }) {
  const rows = await stand.query(
    `with buyers as (
       select shown.token, s.user_id, row_number() over () - 1 as place
       from unnest($1::text[]) as shown (token)
       join accounts_sessions s on s.token_hash = encode(sha256(convert_to(shown.token, 'UTF8')), 'hex')
     ), made as (
       insert into carts (user_id, email, shipping_address, coupon_ids)
       select b.user_id, u.email, $3::jsonb, $4::uuid[] from generate_series(0, $2::integer - 1) n
       join buyers b on b.place = n % array_length($1::text[], 1) join accounts_users u on u.id = b.user_id
       returning id, user_id
     ), numbered as (select id, user_id, row_number() over () as n from made),
     items as (
       insert into carts_items (cart_id, variant_id, quantity)
       select id, ($5::uuid[])[1 + (n * 7 + extra * 3) % array_length($5::uuid[], 1)], 1
       from numbered cross join generate_series(0, $6::integer - 1) extra
     )
     select made.id, b.token from made join buyers b on b.user_id = made.user_id`,
    [tokens, count, address, couponIds, variantIds, items],
  );
  const carts = [];
  const waiting = [...rows];
  const lane = async () => {
    for (let row = waiting.pop(); row; row = waiting.pop()) {
      const headers = { authorization: `Bearer ${row.token}` };
      const response = await fetch(`${stand.url}/store/carts/${row.id}`, { headers });
      const { data } = await response.json();
      if (!data.canPlaceOrder)
        throw new Error(`cart ${row.id} cannot be ordered: ${JSON.stringify(data.warnings)}`);
      carts.push({ ...row, total: data.totals.grandTotal });
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return carts;
}
