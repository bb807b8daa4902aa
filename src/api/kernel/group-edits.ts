import type { crudRepository, orderedRepository } from '#db/kernel/crud-repository.js';
import type { Tx, UnitOfWork } from '#db/kernel/unit-of-work.js';
import type { ContentGroup, ContentGroupChanges, NewContentGroup } from '#domain/_shared/content-group.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { slugify } from '#domain/_shared/slug.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import { checkPlaces } from './check-places.js';

interface Change {
  what: 'group';
  change: 'created' | 'updated' | 'deleted' | 'reordered';
}

interface Options {
  unitOfWork: UnitOfWork;
  groups: ReturnType<typeof crudRepository<ContentGroup>>;
  /** Writes what comes with a change: audit, event, the end of cached copies. */
  record: (
    tx: Tx,
    ctx: Context,
    id: string,
    change: Change,
    values: { before?: object; after?: object },
  ) => Promise<void>;
  /** As messages name it, `Dynamic link group`. */
  entity: string;
}

/** What groups of links and of product listings have in common: they are created and updated alike. */
export function createGroupEdits({ unitOfWork, groups, record, entity }: Options) {
  const notFound = () => platformErrors.notFound({ entity });

  /** @throws AppError NOT_FOUND */
  async function lock(tx: Tx, id: string): Promise<ContentGroup> {
    const group = await groups.lock(tx, id);
    if (!group) throw notFound();
    return group;
  }

  return {
    lock,

    /** @throws AppError NOT_FOUND */
    async find(id: string): Promise<ContentGroup> {
      const group = await groups.find(id);
      if (!group) throw notFound();
      return group;
    },

    /** @throws AppError UNIQUE_VIOLATION for a slug that is taken */
    create: (ctx: Context, input: NewContentGroup): Promise<ContentGroup> =>
      unitOfWork.run(ctx, async (tx) => {
        const slug = input.slug ?? slugify(input.title);
        const group = await groups.insert(tx, { ...input, slug, createdAt: ctx.now, updatedAt: ctx.now });
        await record(tx, ctx, group.id, { what: 'group', change: 'created' }, { after: group });
        return group;
      }),

    /** @throws AppError NOT_FOUND, UNIQUE_VIOLATION for a slug that is taken */
    update: (ctx: Context, id: string, input: ContentGroupChanges): Promise<ContentGroup> =>
      unitOfWork.run(ctx, async (tx) => {
        const group = await lock(tx, id);
        const after = changedFields(group, input);
        if (Object.keys(after).length === 0) return group;
        const updated = await groups.update(tx, id, { ...after, updatedAt: ctx.now });
        const values = { before: fieldsBefore(group, after), after };
        await record(tx, ctx, id, { what: 'group', change: 'updated' }, values);
        return updated;
      }),
  };
}

/**
 * Gives members of a group, which is locked, new places; members that are not named keep theirs.
 * @param at what the body calls the list and the id of a member
 * @throws AppError NOT_FOUND for a member of another group, VALIDATION_ERROR for one that is sent twice
 */
export async function reorderMembers<Row extends { id: string; sortOrder: number; groupId: string | null }>(
  tx: Tx,
  ctx: Context,
  members: ReturnType<typeof orderedRepository<Row>>,
  groupId: string,
  wanted: readonly { id: string; sortOrder: number }[],
  at: { entity: string; list: string; id: string },
): Promise<{ rows: Row[]; before: object; after: object }> {
  const before = await members.ofGroup(tx, groupId);
  checkPlaces(
    before,
    wanted.map(({ id }) => id),
    { ...at, owner: 'the group' },
  );
  await members.place(tx, groupId, wanted, ctx.now);
  const rows = await members.ofGroup(tx, groupId);
  return { rows, before: orderOf(before), after: orderOf(rows) };
}

const orderOf = (rows: readonly { id: string; sortOrder: number }[]) =>
  Object.fromEntries(rows.map((item) => [item.id, item.sortOrder]));
