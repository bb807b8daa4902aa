import { readCursor, writeCursor } from '#api/kernel/cursor-query.js';
import { missingGroups } from '#db/customer-groups/missing-groups.query.js';
import {
  audienceExamples,
  type AudienceSize,
  countAudience,
  type Recipients,
  unknownUsers,
} from '#db/campaigns/audience.query.js';
import { createBroadcastsRepository } from '#db/campaigns/broadcasts.repository.js';
import { createCampaignTemplatesRepository } from '#db/campaigns/campaign-templates.repository.js';
import { createRecipientsRepository } from '#db/campaigns/recipients.repository.js';
import { readCoupons } from '#db/campaigns/shown-content.query.js';
import { createTopicsRepository } from '#db/campaigns/topics.repository.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { FieldIssue } from '#domain/_shared/app-error.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { type Audience, type Broadcast, LONGEST_SCHEDULE_MS } from '#domain/campaigns/broadcast.js';
import type { CampaignBlock } from '#domain/campaigns/campaign-blocks.js';
import { bulkDiscounts, type ShownContent } from '#domain/campaigns/shown-content.js';
import { campaignsErrors } from '#domain/campaigns/campaigns.errors.js';
import { campaignsSettings } from '#domain/campaigns/campaigns.settings.js';
import { campaignsEvents } from '#domain/campaigns/campaigns.events.js';
import { canonicalJson } from '#lib/crypto.js';
import { SPARED_PAGE } from '#operations/campaigns/broadcast-steps.js';
import { readSkipRules } from '#operations/campaigns/skip-rules.js';
import { createShownContentReader } from '#operations/campaigns/read-shown-content.js';
import type { Platform } from '#operations/platform.js';
import { assertCompiles } from './campaign-content.js';
import { readShownNow } from './read-shown-now.js';
import type { Accepted, RecipientsQuery, SendInput } from './campaigns.schemas.js';

type Deps = Pick<
  Platform,
  | 'knex'
  | 'unitOfWork'
  | 'audit'
  | 'outbox'
  | 'settings'
  | 'storage'
  | 'config'
  | 'gateway'
  | 'search'
  | 'clock'
>;

const EXAMPLES = 10;

export function createBroadcastsService(deps: Deps) {
  const { knex, unitOfWork, audit, outbox, config, gateway, settings } = deps;
  const readShown = createShownContentReader(deps);
  const broadcasts = createBroadcastsRepository(knex);
  const templates = createCampaignTemplatesRepository(knex);
  const recipients = createRecipientsRepository();
  const topics = createTopicsRepository(knex);
  const notFound = () => platformErrors.notFound({ entity: 'Broadcast' });

  /** The content of a request, with what is wrong with the rest of it. @throws AppError VALIDATION_ERROR */
  async function checked(tx: Tx, ctx: Context, input: SendInput) {
    const errors = [
      ...contentIssues(input),
      ...scheduleIssues(input, ctx.now),
      ...(await audienceIssues(tx, input)),
      ...(await topicIssues(tx, input)),
    ];
    if (errors.length > 0) throw platformErrors.validation({}, { errors });
    if (input.templateId === undefined) {
      const content = {
        subject: input.subject ?? '',
        previewText: input.previewText ?? '',
        blocks: input.blocks ?? [],
      };
      return { content, templateId: null };
    }
    // Locked, so that it is not deleted before the broadcast is there that uses it.
    const template = await templates.lock(tx, input.templateId);
    if (!template)
      throw platformErrors.validation(
        {},
        { errors: [issue('templateId', 'no campaign template has this id')] },
      );
    const { subject, previewText, blocks } = template;
    return { content: { subject, previewText, blocks }, templateId: template.id };
  }

  async function blocksOf({ blocks, templateId }: SendInput): Promise<readonly CampaignBlock[]> {
    if (blocks || templateId === undefined) return blocks ?? [];
    return (await templates.find(templateId))?.blocks ?? [];
  }

  /** Codes that run out all the same, because another campaign gives them too, pause the broadcast. */
  async function assertCodes(tx: Tx, shown: ShownContent, recipientCount: number, now: Date): Promise<void> {
    for (const { name, freeCodes } of await readCoupons(tx, bulkDiscounts(shown), now))
      if (freeCodes < recipientCount)
        throw campaignsErrors.tooFewCodes({ discount: name, left: freeCodes, recipients: recipientCount });
  }

  async function changeStatus(
    ctx: Context,
    id: string,
    action: 'pause' | 'resume' | 'cancel',
    decide: (broadcast: Broadcast) => Partial<Broadcast> | null,
  ): Promise<Broadcast> {
    return unitOfWork.run(ctx, async (tx) => {
      const broadcast = await broadcasts.lock(tx, id);
      if (!broadcast) throw notFound();
      const fields = decide(broadcast);
      if (!fields) return broadcast;
      let updated = await broadcasts.update(tx, id, fields);
      // Of a large broadcast the rest follows in its run.
      if (action === 'cancel' && (await recipients.spareQueued(tx, id, SPARED_PAGE)) > 0)
        updated = (await broadcasts.find(id, tx)) ?? updated;
      const [before, after] = [{ status: broadcast.status }, { status: updated.status }];
      await audit.record(tx, ctx, [{ entity: 'broadcast', entityId: id, action, before, after }]);
      const payload = { broadcastId: id, subject: updated.subject, status: updated.status };
      outbox.append(tx, ctx, campaignsEvents.changed, id, payload, { handOver: true });
      return updated;
    });
  }

  return {
    list: (query: ListQuery) => broadcasts.list(query),

    /** @throws AppError NOT_FOUND */
    async get(id: string): Promise<Broadcast> {
      const broadcast = await broadcasts.find(id);
      if (!broadcast) throw notFound();
      return broadcast;
    },

    /** @throws AppError VALIDATION_ERROR naming what is wrong, CONFLICT for fewer bulk codes than recipients */
    async send(ctx: Context, input: SendInput): Promise<Accepted> {
      await gateway.assertAvailable();
      const { shown } = await readShownNow(readShown, await blocksOf(input), ctx.now);
      return unitOfWork.runOnce(ctx, async (tx): Promise<Accepted> => {
        const { content, templateId } = await checked(tx, ctx, input);
        const { warnings } = assertCompiles(content, deps, shown);
        const audience = distinct(input.audience);
        const size = await countAudience(tx, await recipientsOf(tx, input, ctx.now));
        const recipientCount = size.recipients;
        await assertCodes(tx, shown, recipientCount - skippedOf(size), ctx.now);
        const { subject, previewText, blocks } = content;
        const scheduleFor = input.scheduleFor ? new Date(input.scheduleFor) : null;
        const row = await broadcasts.insert(tx, {
          status: 'scheduled',
          audience,
          topicId: input.topicId ?? null,
          templateId,
          subject,
          previewText,
          recipientCount,
          scheduleFor,
          // Of a template the content is taken when the sending starts.
          blocks: templateId ? null : blocks,
          createdBy: `${ctx.actor.type}:${ctx.actor.id}`,
          createdAt: ctx.now,
          updatedAt: ctx.now,
        });
        const { topicId } = row;
        const after = { subject, templateId, audience: audience.type, topicId, recipientCount, scheduleFor };
        await audit.record(tx, ctx, [{ entity: 'broadcast', entityId: row.id, action: 'create', after }]);
        outbox.append(
          tx,
          ctx,
          campaignsEvents.requested,
          row.id,
          { broadcastId: row.id, subject },
          { handOver: true },
        );
        return {
          broadcastId: row.id,
          status: row.status,
          recipientCount,
          warnings,
          scheduleFor: scheduleFor?.toISOString() ?? null,
        };
      });
    },

    /** A repeat changes nothing. @throws AppError NOT_FOUND, CONFLICT when it has ended */
    pause: (ctx: Context, id: string) =>
      changeStatus(ctx, id, 'pause', ({ status }) => {
        if (status === 'paused') return null;
        if (status !== 'scheduled' && status !== 'sending') throw campaignsErrors.notPausable({ status });
        return { status: 'paused', reason: 'Paused by hand' };
      }),

    /** Goes on where it was. A repeat changes nothing. @throws AppError NOT_FOUND, CONFLICT when it has ended */
    resume: (ctx: Context, id: string) =>
      changeStatus(ctx, id, 'resume', ({ status, startedAt }) => {
        if (status === 'scheduled' || status === 'sending') return null;
        if (status !== 'paused') throw campaignsErrors.notResumable({ status });
        return { status: startedAt ? 'sending' : 'scheduled', reason: null };
      }),

    /** From the next batch on nobody is written to. A repeat changes nothing. @throws AppError NOT_FOUND, CONFLICT */
    cancel: (ctx: Context, id: string) =>
      changeStatus(ctx, id, 'cancel', ({ status }) => {
        if (status === 'cancelled') return null;
        if (status === 'sent' || status === 'failed') throw campaignsErrors.notCancellable({ status });
        return { status: 'cancelled', reason: null, finishedAt: ctx.now };
      }),

    async recipients(id: string, { state, limit, cursor }: RecipientsQuery) {
      if (!(await broadcasts.find(id))) throw notFound();
      const query = canonicalJson({ list: 'campaign-recipients', id, state });
      const key = config.ENCRYPTION_KEY;
      const after = cursor === undefined ? undefined : Buffer.from(readCursor(cursor, query, key)).toString();
      const rows = await recipients.list(knex, id, { state, after, limit });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      const nextCursor = last ? writeCursor(query, Buffer.from(last.id), key) : null;
      return { rows: page, metadata: { limit, hasMore: last !== undefined, nextCursor } };
    },

    /** How many an audience is, and who of it is skipped, before anything is sent. @throws AppError VALIDATION_ERROR */
    async audience(ctx: Context, input: Pick<SendInput, 'audience' | 'topicId'>) {
      const whom = await recipientsOf(knex, input, ctx.now);
      if (input.topicId !== undefined && whom.topic === null)
        throw platformErrors.validation({}, { errors: [issue('topicId', 'campaign topic not found')] });
      const [size, examples] = [
        await countAudience(knex, whom),
        await audienceExamples(knex, whom, EXAMPLES),
      ];
      return { ...size, examples };
    },
  };

  async function recipientsOf(
    reader: Reader,
    { audience, topicId }: Pick<SendInput, 'audience' | 'topicId'>,
    now: Date,
  ): Promise<Recipients> {
    const topic = topicId === undefined ? null : ((await topics.find(topicId, reader)) ?? null);
    return { audience: distinct(audience), topic, rules: readSkipRules(settings, now) };
  }

  /** Once there are topics, nobody can tell what a campaign without one is about. */
  async function topicIssues(tx: Tx, { topicId }: SendInput): Promise<FieldIssue[]> {
    if (topicId !== undefined) {
      const topic = await topics.find(topicId, tx);
      if (!topic) return [issue('topicId', 'campaign topic not found')];
      return topic.archivedAt ? [issue('topicId', 'must not be an archived topic')] : [];
    }
    return (await topics.active(tx)).length === 0
      ? []
      : [issue('topicId', 'must name the topic of the campaign')];
  }

  async function audienceIssues(tx: Tx, { audience }: SendInput): Promise<FieldIssue[]> {
    if (audience.type === 'inactive_customers' && settings.get(campaignsSettings.inactiveMonths) === 0)
      return [issue('audience.type', 'needs the setting email.campaign_inactive_months')];
    if (audience.type === 'customer_group') {
      const missing = await missingGroups(tx, [audience.customerGroupId]);
      return missing.size === 0 ? [] : [issue('audience.customerGroupId', 'customer group not found')];
    }
    if (audience.type !== 'user_ids') return [];
    const ids = [...new Set(audience.userIds)];
    if (ids.length === 1 && audience.userIds.length > 1)
      return [issue('audience.userIds', `contains ${ids[0]} more than once`)];
    const unknown = await unknownUsers(tx, ids);
    return unknown.length === 0 ? [] : [issue('audience.userIds', `unknown users: ${unknown.join(', ')}`)];
  }
}

/** Of an audience, who is known to get nothing. */
const skippedOf = (size: AudienceSize) =>
  size.suppressed + size.unverified + size.unsubscribed + size.inactive + size.overWeeklyLimit;

/** Everybody once. */
function distinct(audience: Audience): Audience {
  return audience.type === 'user_ids' ? { ...audience, userIds: [...new Set(audience.userIds)] } : audience;
}

function contentIssues({ templateId, blocks, subject }: SendInput): FieldIssue[] {
  if ((templateId === undefined) === (blocks === undefined))
    return [issue('templateId', 'exactly one of templateId and blocks must be given')];
  if (blocks && subject === undefined) return [issue('subject', 'must be given with blocks')];
  return [];
}

function scheduleIssues({ scheduleFor }: SendInput, now: Date): FieldIssue[] {
  if (scheduleFor === undefined) return [];
  const ahead = new Date(scheduleFor).getTime() - now.getTime();
  if (ahead < 0) return [issue('scheduleFor', 'must not be in the past')];
  return ahead > LONGEST_SCHEDULE_MS ? [issue('scheduleFor', 'must be within a year')] : [];
}

function issue(field: string, message: string): FieldIssue {
  return { path: `body.${field}`, message, code: 'invalid_value' };
}

export type BroadcastsService = ReturnType<typeof createBroadcastsService>;
