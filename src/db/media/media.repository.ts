import { integer } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { MediaFile } from '#domain/media/media-file.js';
import { isUnused } from './media-references-sql.js';

const columns = ['id', 'key', 'vendorId', 'fileName', 'contentType', 'size', 'width', 'height', 'createdAt'];

export function createMediaRepository(knex: Knex) {
  return {
    async insert(tx: Tx, file: MediaFile, createdBy: string): Promise<void> {
      await tx('media_files').insert({ ...file, createdBy });
    },

    /**
     * The images of a vendor; without one those of the platform, or of the vendors that a filter names.
     * @param unused both values list all; true alone those older than `before` that no row names, false alone the others
     */
    list(
      vendorId: string | undefined,
      query: ListQuery,
      { unused, before }: { unused: readonly boolean[]; before: Date },
    ): Promise<Page<MediaFile>> {
      const base = knex('media_files');
      if (vendorId !== undefined) void base.where({ vendorId });
      else if (!query.filters.some(({ field }) => field === 'vendorId')) void base.whereNull('vendorId');
      if (unused.length < 2) {
        const old = (group: Knex.QueryBuilder) =>
          void group.where('createdAt', '<', before).whereRaw(isUnused(knex, vendorId ?? null));
        if (unused[0] === true) void base.where(old);
        else if (unused[0] === false) void base.whereNot(old);
        else void base.whereRaw('false');
      }
      return listPage<MediaFile>({
        base,
        query,
        columns: {},
        idColumn: 'id',
        searchColumns: ['fileName'],
        select: columns,
      });
    },

    /** Bytes that the images of a vendor take. */
    async usedBytes(reader: Reader, vendorId: string): Promise<number> {
      const rows = await query(reader, { used: integer })(
        'select coalesce(sum(size), 0)::bigint as used from media_files where vendor_id = ?',
        [vendorId],
      );
      return rows[0]?.used ?? 0;
    },

    /** Until the transaction ends, uploads of one vendor count each other. */
    async lockVendor(tx: Tx, vendorId: string): Promise<void> {
      await tx.raw(`select pg_advisory_xact_lock(hashtextextended('media:' || ?, 0))`, [vendorId]);
    },

    /** Locked until the transaction ends. @param vendorId whose image it must be; undefined for any */
    async lock(tx: Tx, id: string, vendorId?: string): Promise<MediaFile | undefined> {
      const query = tx('media_files').where({ id, ...(vendorId === undefined ? {} : { vendorId }) });
      return (await query.forUpdate().first(columns)) as MediaFile | undefined;
    },

    async delete(tx: Tx, id: string): Promise<void> {
      await tx('media_files').where({ id }).delete();
    },
  };
}
