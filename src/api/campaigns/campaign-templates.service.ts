import { assertMatch, entityTag } from '#api/kernel/entity-tag.js';
import { createCampaignTemplatesRepository } from '#db/campaigns/campaign-templates.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { CampaignTemplate } from '#domain/campaigns/campaign-template.js';
import { campaignsErrors } from '#domain/campaigns/campaigns.errors.js';
import { campaignsEvents } from '#domain/campaigns/campaigns.events.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import type { Platform } from '#operations/platform.js';
import { assertCompiles } from './campaign-content.js';
import { templateResponse } from './campaigns.schemas.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'outbox' | 'settings' | 'storage'>;
type Fields = Pick<CampaignTemplate, 'name' | 'subject' | 'blocks'> & { previewText?: string };

const NAME_LENGTH = 120;
const events = { create: 'templateCreated', update: 'templateUpdated', delete: 'templateDeleted' } as const;

/** The tag of what is returned for a template. */
export function templateTag(template: CampaignTemplate): string {
  return entityTag(templateResponse(template));
}

export function createCampaignTemplatesService(deps: Deps) {
  const { knex, unitOfWork, audit, outbox } = deps;
  const templates = createCampaignTemplatesRepository(knex);
  const notFound = () => platformErrors.notFound({ entity: 'Campaign template' });

  async function lock(tx: Tx, id: string): Promise<CampaignTemplate> {
    const template = await templates.lock(tx, id);
    if (!template) throw notFound();
    return template;
  }

  async function record(
    tx: Tx,
    ctx: Context,
    action: keyof typeof events,
    { id, name }: CampaignTemplate,
    values: { before?: object; after?: object },
  ): Promise<void> {
    await audit.record(tx, ctx, [{ entity: 'campaignTemplate', entityId: id, action, ...values }]);
    outbox.append(tx, ctx, campaignsEvents[events[action]], id, { name });
  }

  async function insert(tx: Tx, ctx: Context, fields: Fields): Promise<CampaignTemplate> {
    const template = await templates.insert(tx, { ...fields, createdAt: ctx.now, updatedAt: ctx.now });
    await record(tx, ctx, 'create', template, { after: { ...fields } });
    return template;
  }

  return {
    list: (query: ListQuery) => templates.list(query),

    /** @throws AppError NOT_FOUND */
    async get(id: string): Promise<CampaignTemplate> {
      const template = await templates.find(id);
      if (!template) throw notFound();
      return template;
    },

    /** @throws AppError VALIDATION_ERROR, UNIQUE_VIOLATION for a name that is taken */
    create(ctx: Context, fields: Fields): Promise<CampaignTemplate> {
      assertCompiles(fields, deps);
      return unitOfWork.run(ctx, (tx) => insert(tx, ctx, fields));
    },

    /** Fields that are left out stay. @throws AppError NOT_FOUND, VALIDATION_ERROR, PRECONDITION_FAILED */
    update: (
      ctx: Context,
      id: string,
      fields: Partial<Fields>,
      ifMatch: string | undefined,
    ): Promise<CampaignTemplate> =>
      unitOfWork.run(ctx, async (tx) => {
        const template = await lock(tx, id);
        assertMatch(ifMatch, templateTag(template), 'The campaign template');
        assertCompiles({ ...template, ...fields }, deps);
        const after = changedFields(template, fields);
        if (Object.keys(after).length === 0) return template;
        const updated = await templates.update(tx, id, { ...after, updatedAt: ctx.now });
        await record(tx, ctx, 'update', updated, { before: fieldsBefore(template, after), after });
        return updated;
      }),

    /** `<name> (copy)`, `<name> (copy 2)`, … @throws AppError NOT_FOUND */
    duplicate: (ctx: Context, id: string): Promise<CampaignTemplate> =>
      unitOfWork.run(ctx, async (tx) => {
        const { name, subject, previewText, blocks } = await lock(tx, id);
        const base = name.slice(0, NAME_LENGTH - ' (copy 9999)'.length);
        const taken = await templates.namesLike(tx, base);
        let copy = `${base} (copy)`;
        for (let n = 2; taken.has(copy); n += 1) copy = `${base} (copy ${n})`;
        return insert(tx, ctx, { name: copy, subject, previewText, blocks });
      }),

    /** @throws AppError NOT_FOUND, CONFLICT while a broadcast is going to read it */
    delete: (ctx: Context, id: string): Promise<CampaignTemplate> =>
      unitOfWork.run(ctx, async (tx) => {
        const template = await lock(tx, id);
        const broadcastId = await templates.findUser(tx, id);
        if (broadcastId) throw campaignsErrors.templateInUse({ broadcastId });
        await templates.delete(tx, id);
        const { name, subject, previewText, blocks } = template;
        await record(tx, ctx, 'delete', template, { before: { name, subject, previewText, blocks } });
        return template;
      }),
  };
}

export type CampaignTemplatesService = ReturnType<typeof createCampaignTemplatesService>;
