import { boolean } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { expectRow } from '#db/kernel/expect-row.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { nextSlug } from '#domain/_shared/slug.js';
import type { Vendor } from '#domain/vendors/vendor.js';

const columns = [
  'id',
  'organizationId',
  'slug',
  'displayName',
  'legalName',
  'gstin',
  'gstScheme',
  'enrolmentNumber',
  'stateCode',
  'address',
  'supportEmail',
  'supportPhone',
  'status',
  'commissionBps',
  'createdAt',
  'updatedAt',
];

/** Those who take a slug wait for each other until they commit. */
const LOCK_SLUGS = `select pg_advisory_xact_lock(hashtextextended('vendors.slug', 0))`;

type Fields = Partial<Omit<Vendor, 'id'>>;

export function createVendorsRepository(knex: Knex) {
  return {
    async find(id: string): Promise<Vendor | undefined> {
      return knex<Vendor>('vendors').where({ id }).whereNull('deletedAt').first(columns);
    },

    list(query: ListQuery): Promise<Page<Vendor>> {
      return listPage<Vendor>({
        base: knex('vendors').whereNull('deletedAt'),
        query,
        columns: {},
        idColumn: 'id',
        searchColumns: ['displayName', 'legalName', 'slug', 'gstin'],
        select: columns,
      });
    },

    /** The row, held against other writers until the transaction ends. */
    async lock(tx: Tx, id: string): Promise<Vendor | undefined> {
      return tx<Vendor>('vendors').where({ id }).whereNull('deletedAt').forUpdate().first(columns);
    },

    /**
     * The first free slug of a name, `kaveri-textiles`, then `kaveri-textiles-2`; nobody else gets one before the
     * transaction ends. It is free among organizations too: theirs is the same.
     */
    async claimSlug(tx: Tx, base: string): Promise<string> {
      await tx.raw(LOCK_SLUGS);
      for (let n = 1; ; n += 1) {
        const slug = nextSlug(base, n);
        const rows = await query(tx, { taken: boolean })(
          `select exists (select from vendors where slug = ? and deleted_at is null)
               or exists (select from vendors_former_slugs where slug = ?)
               or exists (select from accounts_organizations where slug = ?) as taken`,
          [slug, slug, slug],
        );
        if (!rows[0]?.taken) return slug;
      }
    },

    /**
     * Gives a vendor another slug and keeps the one before, which leads to it from then on. Returns false where the slug is, or
     * was, that of another vendor.
     */
    async changeSlug(tx: Tx, vendor: Vendor, slug: string, now: Date): Promise<boolean> {
      const { id, organizationId, slug: former } = vendor;
      await tx.raw(LOCK_SLUGS);
      const rows = await query(tx, { taken: boolean })(
        `select exists (select from vendors where slug = :slug and id <> :id and deleted_at is null)
             or exists (select from vendors_former_slugs where slug = :slug and vendor_id <> :id)
             or exists (select from accounts_organizations where slug = :slug and id <> :organizationId) as taken`,
        { slug, id, organizationId },
      );
      if (rows[0]?.taken) return false;
      await tx('vendors_former_slugs').where({ slug }).delete();
      await tx('vendors_former_slugs').insert({ slug: former, vendorId: id, createdAt: now });
      await tx('vendors').where({ id }).update({ slug, updatedAt: now });
      return true;
    },

    async insert(tx: Tx, fields: Fields): Promise<Vendor> {
      return expectRow(await tx('vendors').insert(fields).returning(columns));
    },

    async update(tx: Tx, id: string, fields: Fields): Promise<Vendor> {
      return expectRow(await tx('vendors').where({ id }).update(fields).returning(columns));
    },
  };
}
