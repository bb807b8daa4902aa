import { boolean } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import { vendorSellsSql } from '#db/products/offered-sql.js';

/** Whether buyers could find any product, if the index had it. */
export async function hasListedProducts(knex: Knex): Promise<boolean> {
  const rows = await query(knex, { found: boolean })(`select exists (
       select from products p join vendors v on v.id = p.vendor_id
       where p.deleted_at is null and p.status = 'active' and p.visibility = 'public' and p.published_at <= now()
         and ${vendorSellsSql('v')}
     ) as found`);
  return rows[0]?.found ?? false;
}

/** How far an index is that is being built; nothing before its run has begun. */
export interface FillingProgress {
  indexed: number;
  total: number;
}

export async function readFillingProgress(knex: Knex): Promise<FillingProgress | undefined> {
  return (await knex('search_runs')
    .where({ state: 'running' })
    .whereNotNull('builds')
    .first('indexed', 'total')) as FillingProgress | undefined;
}
