import { integer, nullable, type RowOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import { firstIdAt } from '#lib/ids.js';

/** What became of the campaigns about a topic. */
const topicStatisticsColumns = {
  /** Null for campaigns without one. */
  topicId: nullable(uuid),
  broadcasts: integer,
  sent: integer,
  delivered: integer,
  clicks: integer,
  /** Recipients who opened a link, once for each campaign. */
  clickers: integer,
  unsubscribed: integer,
  complained: integer,
  /** Who was not written to, for whatever reason. */
  skipped: integer,
};
export type TopicStatistics = RowOf<typeof topicStatisticsColumns>;

/** By topic, of the campaigns that were accepted since an instant and have started. */
export async function readTopicStatistics(knex: Knex, since: Date): Promise<TopicStatistics[]> {
  return query(knex, topicStatisticsColumns)(
    `with started as (
       select * from campaigns_broadcasts where id >= ?::uuid and started_at is not null
     ), clicked as (
       select c.broadcast_id, sum(c.clicks) as clicks, count(distinct c.recipient_id) as clickers
       from campaigns_clicks c where c.broadcast_id in (select id from started) group by c.broadcast_id
     )
     select b.topic_id, count(*)::int as broadcasts, sum(b.sent)::int as sent, sum(b.delivered)::int as delivered,
       coalesce(sum(k.clicks), 0)::int as clicks, coalesce(sum(k.clickers), 0)::int as clickers,
       sum(b.unsubscribed)::int as unsubscribed, sum(b.complained)::int as complained, sum(b.suppressed)::int as skipped
     from started b left join clicked k on k.broadcast_id = b.id
     group by b.topic_id order by b.topic_id nulls last`,
    [firstIdAt(since)],
  );
}
