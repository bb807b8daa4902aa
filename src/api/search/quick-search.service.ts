import { QUICK_LIMIT, type QuickItem, type QuickKind, quickSearches } from '#db/search/quick-search.query.js';
import type { Context } from '#domain/_shared/context.js';
import type { Permission } from '#domain/_shared/permission.js';
import { jobQuery } from '#domain/jobs/job-query.js';
import { isEngineOwn } from '#domain/jobs/job.js';
import type { Platform } from '#operations/platform.js';
import type { QuickSearchResponse } from './quick-search.schemas.js';

interface Kind {
  kind: QuickKind | 'jobs';
  permission: Permission;
  /** Path of a row. */
  path: (id: string) => string;
}

const kinds: readonly Kind[] = [
  { kind: 'orders', permission: 'order:view', path: (id) => `/admin/orders/${id}` },
  { kind: 'vendors', permission: 'vendor:view', path: (id) => `/admin/vendors/${id}` },
  { kind: 'products', permission: 'product:view', path: (id) => `/admin/products/${id}` },
  { kind: 'customers', permission: 'customer:view', path: (id) => `/admin/customers/${id}` },
  { kind: 'jobs', permission: 'job:read', path: (id) => `/admin/jobs/${encodeURIComponent(id)}` },
];

type Deps = Pick<Platform, 'knex' | 'gateway' | 'logger'>;

/** Finds what a text names, of every kind that the caller may see. */
export function createQuickSearchService({ knex, gateway, logger }: Deps) {
  /** None while the engine is away: the other kinds are found without it. */
  async function jobs(text: string): Promise<QuickItem[]> {
    if (/[\\"]/.test(text)) return [];
    try {
      await gateway.assertAvailable();
      const query = jobQuery([{ field: 'workflowId', operator: 'like', value: text }]);
      const { rows } = await gateway.jobs.list({ query, limit: QUICK_LIMIT });
      const own = rows.filter(({ workflowId }) => !isEngineOwn(workflowId));
      return own.map(({ workflowId, type, status }) => ({
        id: workflowId,
        title: workflowId,
        detail: `${type}, ${status}`,
      }));
    } catch (error) {
      logger.info({ err: error }, 'jobs could not be searched');
      return [];
    }
  }

  return async (ctx: Context, text: string): Promise<QuickSearchResponse> => {
    const seen = kinds.filter(({ permission }) => ctx.permissions.has(permission));
    const found = await Promise.all(
      seen.map(async ({ kind, path }) => {
        const items = kind === 'jobs' ? await jobs(text) : await quickSearches[kind](knex, text);
        return { kind, items: items.map((item) => ({ ...item, link: path(item.id) })) };
      }),
    );
    return found.filter(({ items }) => items.length > 0);
  };
}
