import type { Context } from '#domain/_shared/context.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';

/** One change: what it was about, and its value before and after, secrets masked by the caller. */
export interface AuditEntry {
  entity: string;
  entityId: string;
  action: string;
  /** The setting key, or the field, where one row stands for one of many. */
  key?: string;
  vendorId?: string | null;
  before?: unknown;
  after?: unknown;
}

export interface Audit {
  /** Records changes in the transaction that makes them. */
  record(tx: Tx, ctx: Pick<Context, 'actor' | 'requestId'>, entries: AuditEntry[]): Promise<void>;
  list(query: ListQuery): Promise<Page<AuditRow>>;
}

export interface AuditRow {
  id: string;
  actorType: string;
  actorId: string;
  requestId: string;
  entity: string;
  entityId: string;
  action: string;
  key: string | null;
  vendorId: string | null;
  before: unknown;
  after: unknown;
  createdAt: Date;
}

export function createAuditRepository(knex: Knex): Audit {
  return {
    list: (query) =>
      listPage<AuditRow>({
        base: knex('audit_entries'),
        query,
        columns: {},
        fewValues: Object.fromEntries(
          [['actorType', 'actor_type'], ['entity'], ['action'], ['key']].map(
            ([field = '', column = field]) => [field, { table: 'audit_entries', column }],
          ),
        ),
        idColumn: 'id',
        select: ['*'],
      }),

    async record(tx, ctx, entries) {
      if (entries.length === 0) return;
      await tx('audit_entries').insert(
        entries.map((entry) => ({
          actorType: ctx.actor.type,
          actorId: ctx.actor.id,
          requestId: ctx.requestId,
          entity: entry.entity,
          entityId: entry.entityId,
          action: entry.action,
          key: entry.key ?? null,
          vendorId: entry.vendorId ?? null,
          before: JSON.stringify(entry.before ?? null),
          after: JSON.stringify(entry.after ?? null),
        })),
      );
    },
  };
}

export type AuditRepository = ReturnType<typeof createAuditRepository>;
