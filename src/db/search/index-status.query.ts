import { boolean, instant, integer, nullable, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import { indexJobId } from './search-products-tables.js';

/** A product that could not be indexed. */
export interface IndexFailure {
  /** `reindex-<productId>`, or `deindex-<productId>` where its document is to leave. */
  jobId: string;
  productId: string;
  attempts: number;
  error: string;
  retryAt: Date | null;
}

/** Products whose last pass failed, the most attempts first. */
export async function readIndexFailures(knex: Knex, limit: number): Promise<IndexFailure[]> {
  const rows = await query(knex, {
    attempts: integer,
    productId: uuid,
    error: text,
    retryAt: nullable(instant),
    listed: boolean,
  })(
    `select s.product_id, s.attempts, s.last_error as error, s.retry_at, p.id is not null as listed
     from search_products s left join products p on p.id = s.product_id and p.deleted_at is null
     where s.last_error is not null order by s.attempts desc, s.product_id limit ?`,
    [limit],
  );
  return rows.map(({ listed, ...row }) => ({
    jobId: indexJobId({ productId: row.productId, listed }),
    ...row,
  }));
}
