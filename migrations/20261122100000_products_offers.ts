import type { Knex } from 'knex';

/** Filled and indexed beside the writes of others, which is no work for a transaction: each step can be repeated. */
export const config = { transaction: false };

/** Products filled in one go; their rows are locked that long. */
const BATCH = 1_000;

/**
 * Keeps with each product what its live variants amount to, so that a list filters and sorts by price on an index.
 * Whoever writes variants need not know: triggers, one for each statement, see to it. They lock the products first, so
 * that two who change variants of one product count each other's. Rows that the same transaction wrote are its own.
 */
const changes = [
  { name: 'added', on: 'after insert', rows: 'new table as changed' },
  { name: 'removed', on: 'after delete', rows: 'old table as changed' },
  { name: 'changed', on: 'after update', rows: 'old table as earlier new table as changed' },
];

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table products
      add column if not exists variant_count integer not null default 0,
      add column if not exists price_start bigint,
      add column if not exists price_end bigint;

    create or replace function products_offer(ids uuid[]) returns void language plpgsql as $$
    begin
      perform from products where id = any(ids) and xmin <> pg_current_xact_id()::xid order by id for no key update;
      update products p set variant_count = offer.variant_count, price_start = offer.price_start, price_end = offer.price_end
      from (
        select wanted.id, count(v.id)::integer as variant_count, min(v.price) as price_start, max(v.price) as price_end
        from unnest(ids) as wanted(id) left join products_variants v on v.product_id = wanted.id and v.deleted_at is null
        group by wanted.id
      ) as offer
      where p.id = offer.id and (p.variant_count, p.price_start, p.price_end)
        is distinct from (offer.variant_count, offer.price_start, offer.price_end);
    end $$;
    create or replace function products_offer_written() returns trigger language plpgsql as $$
    begin
      perform products_offer(array(select distinct product_id from changed));
      return null;
    end $$;
    create or replace function products_offer_changed() returns trigger language plpgsql as $$
    begin
      perform products_offer(array(
        select distinct unnest(array[changed.product_id, earlier.product_id]) from changed join earlier using (id)
        where (changed.product_id, changed.price, changed.deleted_at)
          is distinct from (earlier.product_id, earlier.price, earlier.deleted_at)
      ));
      return null;
    end $$;
  `);
  for (const { name, on, rows } of changes) {
    const called = name === 'changed' ? 'products_offer_changed' : 'products_offer_written';
    await knex.raw(`create or replace trigger products_variants_${name} ${on} on products_variants
      referencing ${rows} for each statement execute function ${called}()`);
  }
  await fill(knex);
  // What an earlier attempt broke off in the middle is of no use and in the way.
  await knex.raw('drop index concurrently if exists products_vendor_price');
  await knex.raw(
    'create index concurrently products_vendor_price on products (vendor_id, price_start, id) where deleted_at is null',
  );
}

/** What was there before, one batch after the other in the order of their ids. */
async function fill(knex: Knex): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const ids = await knex('products')
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .pluck<string[]>('id');
    const last = ids.at(-1);
    if (last === undefined) return;
    await knex.raw('select products_offer(?::uuid[])', [ids]);
    after = last;
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists products_vendor_price');
  for (const { name } of changes)
    await knex.raw(`drop trigger if exists products_variants_${name} on products_variants`);
  await knex.raw(`
    drop function products_offer_changed();
    drop function products_offer_written();
    drop function products_offer(uuid[]);
    alter table products drop column variant_count, drop column price_start, drop column price_end;
  `);
}
