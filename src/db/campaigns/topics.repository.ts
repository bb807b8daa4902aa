import { integer, type RowOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { expectRow } from '#db/kernel/expect-row.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { CampaignTopic } from '#domain/campaigns/campaign-topic.js';

const columns = ['id', 'names', 'optIn', 'position', 'archivedAt', 'createdAt', 'updatedAt'] as const;

/** Arrays would be taken for those of the database. */
const stored = ({ names, ...fields }: Partial<CampaignTopic>) => ({
  ...fields,
  ...(names && { names: JSON.stringify(names) }),
});

const topicSubscribersColumns = {
  topicId: uuid,
  /** Addresses that have said so themselves. */
  subscribed: integer,
  unsubscribed: integer,
};
export type TopicSubscribers = RowOf<typeof topicSubscribersColumns>;

export function createTopicsRepository(knex: Knex) {
  const all = (reader: Reader) =>
    reader('campaigns_topics').orderBy(['position', 'id']).select(columns) as unknown as Promise<
      CampaignTopic[]
    >;

  return {
    /** In the order of the preference page, archived ones included. */
    list: (reader: Reader = knex): Promise<CampaignTopic[]> => all(reader),

    /** Those that customers can choose. */
    active: async (reader: Reader = knex): Promise<CampaignTopic[]> =>
      (await all(reader)).filter(({ archivedAt }) => archivedAt === null),

    find: (id: string, reader: Reader = knex): Promise<CampaignTopic | undefined> =>
      reader('campaigns_topics').where({ id }).first(columns) as unknown as Promise<
        CampaignTopic | undefined
      >,

    /** The topic that a setting names. @param id empty for none @returns undefined where it is archived or does not exist */
    async findActive(id: string): Promise<CampaignTopic | undefined> {
      if (id === '') return undefined;
      return (await knex('campaigns_topics').where({ id, archivedAt: null }).first(columns)) as unknown as
        | CampaignTopic
        | undefined;
    },

    /** All topics, locked against others that create or restore one. */
    async lockAll(tx: Tx): Promise<CampaignTopic[]> {
      await tx.raw(`select pg_advisory_xact_lock(hashtextextended('campaigns.topics', 0))`);
      return all(tx);
    },

    async insert(tx: Tx, fields: Partial<CampaignTopic>): Promise<CampaignTopic> {
      const rows = await tx('campaigns_topics').insert(stored(fields)).returning(columns);
      return expectRow(rows as unknown as CampaignTopic[]);
    },

    async update(tx: Tx, id: string, fields: Partial<CampaignTopic>): Promise<CampaignTopic> {
      const rows = await tx('campaigns_topics').where({ id }).update(stored(fields)).returning(columns);
      return expectRow(rows as unknown as CampaignTopic[]);
    },

    async subscribers(): Promise<TopicSubscribers[]> {
      return query(
        knex,
        topicSubscribersColumns,
      )(`select topic_id, count(*) filter (where subscribed)::int as subscribed,
           count(*) filter (where not subscribed)::int as unsubscribed
         from campaigns_consents group by topic_id`);
    },
  };
}

export type TopicsRepository = ReturnType<typeof createTopicsRepository>;
