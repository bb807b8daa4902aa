import { expectRow } from '#db/kernel/expect-row.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { NewNote, Note, NotedEntity } from '#domain/notes/note.js';

const tables: Readonly<Record<NotedEntity, string>> = {
  order: 'orders',
  vendor: 'vendors',
  user: 'accounts_users',
};

export function createNotesRepository(knex: Knex) {
  const columns = [
    'id',
    'entity',
    'entityId',
    'text',
    'actor',
    'createdAt',
    // The ids of other actors are names, which are no uuid.
    knex.raw(
      `case when actor ->> 'type' = 'user'
        then (select name from accounts_users where id = (notes.actor ->> 'id')::uuid) end as actor_name`,
    ),
  ];

  return {
    list: (query: ListQuery): Promise<Page<Note>> =>
      listPage<Note>({
        base: knex('notes'),
        query,
        columns: { entity: 'entity', entityId: 'entityId', createdAt: 'createdAt' },
        idColumn: 'id',
        searchColumns: ['text'],
        select: columns,
      }),

    async insert(tx: Tx, { actor, ...fields }: NewNote): Promise<Note> {
      const [created] = (await tx('notes')
        .insert({ ...fields, actor: JSON.stringify(actor) })
        .returning('id')) as { id: string }[];
      return expectRow((await tx('notes').where({ id: created?.id }).select(columns)) as Note[]);
    },

    /** The deleted note; undefined where another request was faster. */
    async delete(tx: Tx, id: string): Promise<Omit<Note, 'actorName'> | undefined> {
      const [deleted] = (await tx('notes').where({ id }).delete().returning('*')) as Note[];
      return deleted;
    },

    /** Whether the order, vendor or customer exists. */
    async hasEntity(reader: Reader, entity: NotedEntity, id: string): Promise<boolean> {
      const row: unknown = await reader(tables[entity]).where({ id }).first('id');
      return row !== undefined;
    },
  };
}
