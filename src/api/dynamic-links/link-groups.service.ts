import { createGroupEdits } from '#api/kernel/group-edits.js';
import { listDynamicLinkGroups } from '#db/dynamic-links/dynamic-link-group-list.query.js';
import { createDynamicLinksRepository } from '#db/dynamic-links/dynamic-links.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import type { DynamicLinkGroupWithLinks } from '#domain/dynamic-links/dynamic-link.js';
import type { Platform } from '#operations/platform.js';
import { createLinkRecorder } from './link-record.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox'>;

export function createLinkGroupsService({ unitOfWork, knex, ...deps }: Deps) {
  const { groups, links } = createDynamicLinksRepository(knex);
  const record = createLinkRecorder(deps);
  const edits = createGroupEdits({ unitOfWork, groups, record, entity: 'Dynamic link group' });

  return {
    create: edits.create,
    update: edits.update,
    list: (query: ListQuery) => listDynamicLinkGroups(knex, query),

    /** With its links, inactive ones included. @throws AppError NOT_FOUND */
    async get(id: string): Promise<DynamicLinkGroupWithLinks> {
      const group = await edits.find(id);
      return { ...group, links: await links.ofGroup(knex, id) };
    },

    /** For good, with its links. @throws AppError NOT_FOUND */
    delete: (ctx: Context, id: string): Promise<DynamicLinkGroupWithLinks> =>
      unitOfWork.run(ctx, async (tx) => {
        const group = await edits.lock(tx, id);
        const before = { ...group, links: await links.ofGroup(tx, id) };
        await groups.delete(tx, id);
        await record(tx, ctx, id, { what: 'group', change: 'deleted' }, { before });
        return before;
      }),
  };
}

export type LinkGroupsService = ReturnType<typeof createLinkGroupsService>;
