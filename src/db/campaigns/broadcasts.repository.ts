import { expectRow } from '#db/kernel/expect-row.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { type Broadcast, broadcastCounters } from '#domain/campaigns/broadcast.js';

const columns = [
  'id',
  'status',
  'reason',
  'audience',
  'topicId',
  'templateId',
  'subject',
  'previewText',
  'blocks',
  'shown',
  'scheduleFor',
  'startedAt',
  'finishedAt',
  'audienceCursor',
  'audienceDone',
  'recipientCount',
  'recentOutcomes',
  'lastRefusal',
  'round',
  ...broadcastCounters,
  'createdBy',
  'createdAt',
  'updatedAt',
];

const stored = (fields: Partial<Broadcast>) => ({
  ...fields,
  ...(fields.audience ? { audience: JSON.stringify(fields.audience) } : {}),
  ...(fields.blocks ? { blocks: JSON.stringify(fields.blocks) } : {}),
  ...(fields.shown ? { shown: JSON.stringify(fields.shown) } : {}),
});

export function createBroadcastsRepository(knex: Knex) {
  return {
    list: (query: ListQuery): Promise<Page<Broadcast>> =>
      listPage<Broadcast>({
        base: knex('campaigns_broadcasts'),
        query,
        columns: {},
        idColumn: 'id',
        searchColumns: ['subject'],
        select: columns,
      }),

    find: (id: string, reader: Reader = knex): Promise<Broadcast | undefined> =>
      reader('campaigns_broadcasts').where({ id }).first(columns) as unknown as Promise<
        Broadcast | undefined
      >,

    lock: (tx: Tx, id: string): Promise<Broadcast | undefined> =>
      tx('campaigns_broadcasts').where({ id }).forUpdate().first(columns) as unknown as Promise<
        Broadcast | undefined
      >,

    async insert(tx: Tx, fields: Partial<Broadcast>): Promise<Broadcast> {
      const rows = (await tx('campaigns_broadcasts')
        .insert(stored(fields))
        .returning(columns)) as Broadcast[];
      return expectRow(rows);
    },

    async update(tx: Tx, id: string, fields: Partial<Broadcast>): Promise<Broadcast> {
      const rows = (await tx('campaigns_broadcasts')
        .where({ id })
        .update({ ...stored(fields), updatedAt: tx.fn.now() })
        .returning(columns)) as Broadcast[];
      return expectRow(rows);
    },
  };
}

export type BroadcastsRepository = ReturnType<typeof createBroadcastsRepository>;
