import { text, textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { CatalogRequest } from '#domain/taxonomy/catalog-request.js';
import type { TaxonomyKind } from '#domain/taxonomy/taxonomy-kind.js';

type Fields = Partial<Omit<CatalogRequest, 'id'>>;

/** One pending request for each vendor, taxonomy and slug. */
export const PENDING_SLUG_INDEX = 'taxonomy_requests_pending_slug';

export type RequestedEntry = Pick<CatalogRequest, 'taxonomy' | 'title' | 'slug'>;

/** Whose request: every read and write of a vendor says so in its condition. */
export interface OwnRequest {
  id: string;
  taxonomy: TaxonomyKind;
  vendorId: string;
}

export function createCatalogRequestsRepository(knex: Knex) {
  /** Moves a request that is still pending, or nothing: of two that try, one gets the row. */
  async function updatePending(
    tx: Tx,
    which: Partial<OwnRequest>,
    fields: Fields,
  ): Promise<CatalogRequest | undefined> {
    const rows: CatalogRequest[] = await tx('taxonomy_requests')
      .where({ ...which, status: 'pending' })
      .update(fields)
      .returning('*');
    return rows[0];
  }

  return {
    async insert(tx: Tx, fields: Fields): Promise<CatalogRequest> {
      const rows: CatalogRequest[] = await tx('taxonomy_requests').insert(fields).returning('*');
      const [row] = rows;
      if (!row) throw new Error('nothing was inserted');
      return row;
    },

    /** Which of the slugs have a pending request of the vendor. */
    async findPending(
      tx: Tx,
      vendorId: string,
      entries: readonly RequestedEntry[],
    ): Promise<RequestedEntry[]> {
      return query(tx, { title: text, slug: text, taxonomy: textOf<RequestedEntry['taxonomy']>() })(
        `select taxonomy, title, slug from taxonomy_requests
         where vendor_id = ? and status = 'pending'
           and (taxonomy, slug) in (select * from unnest(?::text[], ?::text[]))`,
        [vendorId, entries.map(({ taxonomy }) => taxonomy), entries.map(({ slug }) => slug)],
      );
    },

    /** Requests entries for a vendor; one whose slug is pending already is left out. */
    async insertMissing(
      tx: Tx,
      request: Pick<CatalogRequest, 'vendorId' | 'requestedByUserId'>,
      entries: readonly RequestedEntry[],
      now: Date,
    ): Promise<(RequestedEntry & { id: string })[]> {
      return query(tx, { title: text, slug: text, taxonomy: textOf<RequestedEntry['taxonomy']>(), id: uuid })(
        `insert into taxonomy_requests (taxonomy, title, slug, vendor_id, requested_by_user_id, created_at, updated_at)
         select taxonomy, title, slug, ?, ?, ?, ?
         from unnest(?::text[], ?::text[], ?::text[]) as given(taxonomy, title, slug)
         on conflict (vendor_id, taxonomy, slug) where status = 'pending' do nothing
         returning id, taxonomy, title, slug`,
        [
          request.vendorId,
          request.requestedByUserId,
          now,
          now,
          entries.map(({ taxonomy }) => taxonomy),
          entries.map(({ title }) => title),
          entries.map(({ slug }) => slug),
        ],
      );
    },

    async find(
      which: Omit<OwnRequest, 'vendorId'> & Partial<OwnRequest>,
    ): Promise<CatalogRequest | undefined> {
      return knex<CatalogRequest>('taxonomy_requests').where(which).first();
    },

    /** Whether the request exists, in whatever state. */
    async exists(tx: Tx, which: Partial<OwnRequest>): Promise<boolean> {
      const row: unknown = await tx('taxonomy_requests').where(which).first('id');
      return row !== undefined;
    },

    /** Of one vendor, or of all. */
    list(taxonomy: TaxonomyKind, vendorId: string | null, query: ListQuery): Promise<Page<CatalogRequest>> {
      const base = knex('taxonomy_requests').where({ taxonomy, ...(vendorId ? { vendorId } : {}) });
      const searchColumns = ['title', 'slug'];
      return listPage<CatalogRequest>({
        base,
        query,
        columns: {},
        idColumn: 'id',
        searchColumns,
        select: ['*'],
      });
    },

    updateOwnPending: (tx: Tx, which: OwnRequest, fields: Fields) => updatePending(tx, which, fields),

    /** By an administrator. */
    decide: (
      tx: Tx,
      which: Omit<OwnRequest, 'vendorId'>,
      fields: Fields & { status: 'approved' | 'rejected' },
    ) => updatePending(tx, which, fields),

    async setResultingItem(tx: Tx, id: string, resultingItemId: string): Promise<void> {
      await tx('taxonomy_requests').where({ id }).update({ resultingItemId });
    },
  };
}

export type CatalogRequestsRepository = ReturnType<typeof createCatalogRequestsRepository>;
