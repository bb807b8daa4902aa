import { setTimeout as sleep } from 'node:timers/promises';

/** Products that a query with a word of its own finds, whatever else there is. */
export const RARE = { word: 'thousandfold', products: 1_000 };

/**
 * What searches need beside the seeded rows: four attributes with eight values each on every product, and a word that a
 * thousand products have. For a stand of which nothing runs yet.
 */
export async function addSearchData(stand) {
  await stand.query(
    `with attributes as (
       insert into product_attributes (title, code, type)
       select initcap(code), code, 'select' from unnest(array['colour', 'finish', 'origin', 'style']) as given(code)
       returning id, code
     ), made as (
       insert into product_attributes_values (attribute_id, value, folded, sort_order)
       select a.id, a.code || ' ' || n, a.code || ' ' || n, n from attributes a, generate_series(1, 8) n
       returning id, attribute_id, sort_order
     )
     insert into products_attributes (product_id, attribute_id, value_id)
     select p.id, m.attribute_id, m.id from products p
     join made m on m.sort_order = 1 + abs(hashtext(p.id::text || m.attribute_id::text)) % 8
     where p.deleted_at is null`,
  );
  await stand.query(
    `update products set subtitle = '${RARE.word}' where id in (
       select p.id from products p join vendors v on v.id = p.vendor_id and v.status = 'active'
       where p.status = 'active' and p.visibility = 'public' and p.published_at <= now() and p.deleted_at is null
       order by md5(p.id::text) limit ${RARE.products})`,
  );
  // As if all of it had been so since yesterday: only the run and what is changed later are to index products.
  await stand.query(`update products set updated_at = now() - interval '1 day'`);
  await stand.query('update search_collections set reconciled_at = now()');
  await stand.query('analyze');
}

/** Waits until every requested product is indexed. */
export async function indexed(stand, limitSeconds = 3_600) {
  for (let looked = 0; looked < limitSeconds * 2; looked += 1, await sleep(500)) {
    const [row] = await stand.query(
      `select (select count(*) from search_products where requested_rev > done_rev)
         + (select count(*) from search_runs where state in ('pending', 'running'))
         + (select count(*) from outbox_deliveries where state = 'due' and subscription like 'search-%') as open`,
    );
    if (Number(row.open) === 0) return;
  }
  throw new Error('The search index does not come to rest');
}
