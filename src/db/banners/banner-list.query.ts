import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { Banner } from '#domain/banners/banner.js';
import { bannerColumns } from './banners.repository.js';

/** A page of all banners, for administrators. */
export function listBanners(knex: Knex, query: ListQuery): Promise<Page<Banner>> {
  return listPage<Banner>({
    base: knex('banners'),
    query,
    columns: Object.fromEntries(bannerColumns.map((column) => [column, column])),
    idColumn: 'id',
    searchColumns: ['url', 'image'],
    deletedColumn: 'deletedAt',
    select: [...bannerColumns],
  });
}
