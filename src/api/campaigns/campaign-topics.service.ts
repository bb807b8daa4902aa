import { readTopicStatistics } from '#db/campaigns/topic-statistics.query.js';
import { createTopicsRepository } from '#db/campaigns/topics.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { type CampaignTopic, MAX_TOPICS, type TopicName } from '#domain/campaigns/campaign-topic.js';
import { campaignsErrors } from '#domain/campaigns/campaigns.errors.js';
import { campaignsEvents } from '#domain/campaigns/campaigns.events.js';
import type { Platform } from '#operations/platform.js';
import type { TopicInput, TopicPatch } from './campaign-topics.schemas.js';

const DAY_MS = 86_400_000;

/** What campaigns are about. Archived topics keep what customers have said to them. */
export function createCampaignTopicsService({
  knex,
  unitOfWork,
  audit,
  outbox,
}: Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'outbox'>) {
  const topics = createTopicsRepository(knex);

  async function counted(topic: CampaignTopic) {
    const own = (await topics.subscribers()).find(({ topicId }) => topicId === topic.id);
    return { ...topic, subscribed: own?.subscribed ?? 0, unsubscribed: own?.unsubscribed ?? 0 };
  }

  async function record(
    tx: Tx,
    ctx: Context,
    action: 'create' | 'update',
    { id }: CampaignTopic,
    values: { before?: object; after: object },
  ): Promise<void> {
    await audit.record(tx, ctx, [{ entity: 'campaignTopic', entityId: id, action, ...values }]);
    const event = action === 'create' ? campaignsEvents.topicCreated : campaignsEvents.topicUpdated;
    outbox.append(tx, ctx, event, id, { topicId: id });
  }

  function assertRoom(all: readonly CampaignTopic[]): void {
    if (all.filter(({ archivedAt }) => archivedAt === null).length >= MAX_TOPICS)
      throw campaignsErrors.tooManyTopics({ most: MAX_TOPICS });
  }

  async function list() {
    const subscribers = new Map((await topics.subscribers()).map((row) => [row.topicId, row]));
    return (await topics.list()).map((topic) => ({
      ...topic,
      subscribed: subscribers.get(topic.id)?.subscribed ?? 0,
      unsubscribed: subscribers.get(topic.id)?.unsubscribed ?? 0,
    }));
  }

  return {
    list,

    /** @throws AppError NOT_FOUND */
    async get(id: string) {
      const topic = (await list()).find((item) => item.id === id);
      if (!topic) throw platformErrors.notFound({ entity: 'Campaign topic' });
      return topic;
    },

    /** @throws AppError VALIDATION_ERROR, CONFLICT beside twenty others */
    async create(ctx: Context, { names, optIn = false, position }: TopicInput) {
      checkNames(names);
      const created = await unitOfWork.run(ctx, async (tx) => {
        const all = await topics.lockAll(tx);
        assertRoom(all);
        const last = all.reduce((most, topic) => Math.max(most, topic.position + 1), 0);
        const fields = { names, optIn, position: position ?? Math.min(last, 1_000) };
        const topic = await topics.insert(tx, { ...fields, createdAt: ctx.now, updatedAt: ctx.now });
        await record(tx, ctx, 'create', topic, { after: fields });
        return topic;
      });
      return counted(created);
    },

    /** @throws AppError NOT_FOUND, VALIDATION_ERROR, CONFLICT where it is restored beside twenty others */
    async update(ctx: Context, id: string, { archived, names, position }: TopicPatch) {
      if (names) checkNames(names);
      const updated = await unitOfWork.run(ctx, async (tx) => {
        const all = await topics.lockAll(tx);
        const topic = all.find((item) => item.id === id);
        if (!topic) throw platformErrors.notFound({ entity: 'Campaign topic' });
        const isArchived = topic.archivedAt !== null;
        if (archived === false && isArchived) assertRoom(all);
        const after = {
          ...(names && { names }),
          ...(position !== undefined && { position }),
          ...(archived !== undefined && archived !== isArchived && { archivedAt: archived ? ctx.now : null }),
        };
        if (Object.keys(after).length === 0) return topic;
        const { names: oldNames, position: oldPosition, archivedAt } = topic;
        const before = { names: oldNames, position: oldPosition, archivedAt };
        const saved = await topics.update(tx, id, { ...after, updatedAt: ctx.now });
        await record(tx, ctx, 'update', saved, { before, after });
        return saved;
      });
      return counted(updated);
    },

    statistics: (ctx: Context, days: number) =>
      readTopicStatistics(knex, new Date(ctx.now.getTime() - days * DAY_MS)),
  };
}

/** @throws AppError VALIDATION_ERROR for a language that comes twice */
function checkNames(names: readonly TopicName[]): void {
  const errors = names.flatMap(({ locale }, index) =>
    names.findIndex((other) => other.locale.toLowerCase() === locale.toLowerCase()) === index
      ? []
      : [{ path: `body.names.${index}.locale`, message: 'must be unique', code: 'not_unique' as const }],
  );
  if (errors.length > 0) throw platformErrors.validation({}, { errors });
}
