import { reorderMembers } from '#api/kernel/group-edits.js';
import { assertWindow } from '#api/kernel/visible-window.js';
import type { CachedText } from '#db/kernel/content-cache.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createDynamicLinksRepository } from '#db/dynamic-links/dynamic-links.repository.js';
import { readStoreLinkGroup } from '#db/dynamic-links/store-dynamic-links.query.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { ContentPlatform } from '#domain/banners/banner.js';
import {
  type DynamicLink,
  type DynamicLinkChanges,
  MAX_GROUP_LINKS,
} from '#domain/dynamic-links/dynamic-link.js';
import { dynamicLinksErrors } from '#domain/dynamic-links/dynamic-links.errors.js';
import { dynamicLinksSettings } from '#domain/dynamic-links/dynamic-links.settings.js';
import { LINK_SCHEMES, schemeOf } from '#domain/dynamic-links/link-url.js';
import { NO_WINDOW } from '#domain/_shared/visibility.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import type { Platform } from '#operations/platform.js';
import { createLinkRecorder } from './link-record.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox' | 'content' | 'settings'>;

/** The links of groups, and what storefronts read. */
export function createDynamicLinksService({ unitOfWork, knex, content, settings, ...deps }: Deps) {
  const { groups, links } = createDynamicLinksRepository(knex);
  const record = createLinkRecorder(deps);
  const noGroup = () => platformErrors.notFound({ entity: 'Dynamic link group' });

  /** Runs a change of the links of a group, which waits for others of the same group. */
  const change = <T>(ctx: Context, groupId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
    unitOfWork.run(ctx, async (tx) => {
      if (!(await groups.lock(tx, groupId))) throw noGroup();
      return work(tx);
    });

  /** The schemes are a setting, so that no schema of the request can say it. @throws AppError VALIDATION_ERROR */
  function assertScheme({ url }: DynamicLinkChanges): void {
    const scheme = url ? schemeOf(url) : null;
    if (typeof scheme !== 'string') return;
    const allowed = [...LINK_SCHEMES, ...settings.get(dynamicLinksSettings.schemes)];
    if (allowed.includes(scheme)) return;
    const message = `must have one of the schemes ${allowed.join(', ')} (got "${scheme}"); store.content.link_schemes adds others`;
    throw platformErrors.validation({}, { errors: [{ path: 'body.url', message, code: 'link_scheme' }] });
  }

  async function findLink(tx: Tx, groupId: string, id: string): Promise<DynamicLink> {
    const link = await links.lock(tx, id);
    if (link?.groupId !== groupId) throw platformErrors.notFound({ entity: 'Dynamic link' });
    return link;
  }

  return {
    /** In their order, inactive ones included. @throws AppError NOT_FOUND */
    async list(groupId: string): Promise<DynamicLink[]> {
      if (!(await groups.find(groupId))) throw noGroup();
      return links.ofGroup(knex, groupId);
    },

    /** @throws AppError NOT_FOUND */
    async get(groupId: string, id: string): Promise<DynamicLink> {
      const link = await links.find(id);
      if (link?.groupId !== groupId) throw platformErrors.notFound({ entity: 'Dynamic link' });
      return link;
    },

    /** Without an order it comes last. @throws AppError NOT_FOUND, CONFLICT for a full group */
    create: (
      ctx: Context,
      groupId: string,
      { sortOrder, ...input }: DynamicLinkChanges,
    ): Promise<DynamicLink> =>
      change(ctx, groupId, async (tx) => {
        assertScheme(input);
        assertWindow(NO_WINDOW, input);
        const members = await links.ofGroup(tx, groupId);
        if (members.length >= MAX_GROUP_LINKS)
          throw dynamicLinksErrors.tooManyLinks({ most: MAX_GROUP_LINKS });
        const link = await links.insert(tx, {
          ...input,
          groupId,
          sortOrder: sortOrder ?? (members.at(-1)?.sortOrder ?? -1) + 1,
          createdAt: ctx.now,
          updatedAt: ctx.now,
        });
        await record(tx, ctx, groupId, { what: 'link', change: 'created', linkId: link.id }, { after: link });
        return link;
      }),

    /** @throws AppError NOT_FOUND */
    update: (ctx: Context, groupId: string, id: string, input: DynamicLinkChanges): Promise<DynamicLink> =>
      change(ctx, groupId, async (tx) => {
        const link = await findLink(tx, groupId, id);
        assertScheme(input);
        assertWindow(link, input);
        const after = changedFields(link, input);
        if (Object.keys(after).length === 0) return link;
        const updated = await links.update(tx, id, { ...after, updatedAt: ctx.now });
        const values = { before: fieldsBefore(link, after), after };
        await record(tx, ctx, groupId, { what: 'link', change: 'updated', linkId: id }, values);
        return updated;
      }),

    /** For good. @throws AppError NOT_FOUND */
    delete: (ctx: Context, groupId: string, id: string): Promise<DynamicLink> =>
      change(ctx, groupId, async (tx) => {
        const link = await findLink(tx, groupId, id);
        await links.delete(tx, id);
        await record(tx, ctx, groupId, { what: 'link', change: 'deleted', linkId: id }, { before: link });
        return link;
      }),

    /** Links that are not named keep their place. @throws AppError NOT_FOUND, VALIDATION_ERROR for one named twice */
    reorder: (
      ctx: Context,
      groupId: string,
      places: readonly { linkId: string; order: number }[],
    ): Promise<DynamicLink[]> =>
      change(ctx, groupId, async (tx) => {
        const wanted = places.map(({ linkId, order }) => ({ id: linkId, sortOrder: order }));
        const at = { entity: 'Dynamic link', list: 'links', id: 'linkId' };
        const { rows, ...values } = await reorderMembers(tx, ctx, links, groupId, wanted, at);
        await record(tx, ctx, groupId, { what: 'group', change: 'reordered' }, values);
        return rows;
      }),

    /** A group with its active links for a platform. @throws AppError NOT_FOUND */
    async readForStore(slug: string, platform: ContentPlatform): Promise<CachedText> {
      const read = () => readStoreLinkGroup(knex, slug, platform);
      const group = await content.read(['dynamic-links'], `links ${platform} ${slug}`, read);
      if (!group) throw noGroup();
      return group;
    },
  };
}

export type DynamicLinksService = ReturnType<typeof createDynamicLinksService>;
