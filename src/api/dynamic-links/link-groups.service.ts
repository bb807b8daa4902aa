import { listDynamicLinkGroups } from '#db/dynamic-links/dynamic-link-group-list.query.js';
import { createDynamicLinksRepository } from '#db/dynamic-links/dynamic-links.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ContentGroupChanges, NewContentGroup } from '#domain/_shared/content-group.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { slugify } from '#domain/_shared/slug.js';
import type { DynamicLinkGroup, DynamicLinkGroupWithLinks } from '#domain/dynamic-links/dynamic-link.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import type { Platform } from '#operations/platform.js';
import { createLinkRecorder } from './link-record.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox'>;

export function createLinkGroupsService({ unitOfWork, knex, ...deps }: Deps) {
  const rows = createDynamicLinksRepository(knex);
  const record = createLinkRecorder(deps);
  const notFound = () => platformErrors.notFound({ entity: 'Dynamic link group' });

  async function lockGroup(tx: Tx, id: string): Promise<DynamicLinkGroup> {
    const group = await rows.lock(tx, id);
    if (!group) throw notFound();
    return group;
  }

  return {
    list: (query: ListQuery) => listDynamicLinkGroups(knex, query),

    /** With its links, inactive ones included. @throws AppError NOT_FOUND */
    async get(id: string): Promise<DynamicLinkGroupWithLinks> {
      const group = await rows.find(id);
      if (!group) throw notFound();
      return { ...group, links: await rows.links(knex, id) };
    },

    /** @throws AppError UNIQUE_VIOLATION for a slug that is taken */
    create: (ctx: Context, input: NewContentGroup): Promise<DynamicLinkGroup> =>
      unitOfWork.run(ctx, async (tx) => {
        const slug = input.slug ?? slugify(input.title);
        const group = await rows.insert(tx, { ...input, slug, createdAt: ctx.now, updatedAt: ctx.now });
        await record(tx, ctx, group.id, { what: 'group', change: 'created' }, { after: group });
        return group;
      }),

    /** @throws AppError NOT_FOUND, UNIQUE_VIOLATION for a slug that is taken */
    update: (ctx: Context, id: string, input: ContentGroupChanges): Promise<DynamicLinkGroup> =>
      unitOfWork.run(ctx, async (tx) => {
        const group = await lockGroup(tx, id);
        const after = changedFields(group, input);
        if (Object.keys(after).length === 0) return group;
        const updated = await rows.update(tx, id, { ...after, updatedAt: ctx.now });
        const values = { before: fieldsBefore(group, after), after };
        await record(tx, ctx, id, { what: 'group', change: 'updated' }, values);
        return updated;
      }),

    /** For good, with its links. @throws AppError NOT_FOUND */
    delete: (ctx: Context, id: string): Promise<DynamicLinkGroupWithLinks> =>
      unitOfWork.run(ctx, async (tx) => {
        const group = await lockGroup(tx, id);
        const before = { ...group, links: await rows.links(tx, id) };
        await rows.delete(tx, id);
        await record(tx, ctx, id, { what: 'group', change: 'deleted' }, { before });
        return before;
      }),
  };
}

export type LinkGroupsService = ReturnType<typeof createLinkGroupsService>;
