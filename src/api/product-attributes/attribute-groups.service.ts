import type { FieldIssue } from '#domain/_shared/app-error.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createAttributeGroupsRepository } from '#db/product-attributes/attribute-groups.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { ProductAttributeGroup, WantedMember } from '#domain/product-attributes/product-attribute.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import { newId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';
import { createAttributeRecorder, createSoftDeletion, findLocked } from './attribute-record.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox'>;

export interface NewGroup {
  title: string;
  code: string;
  attributes?: readonly WantedMember[];
}

/** Groups of product attributes. */
export function createAttributeGroupsService(deps: Deps) {
  const { unitOfWork, knex } = deps;
  const record = createAttributeRecorder(deps, 'group');
  const repository = createAttributeGroupsRepository(knex);
  const notFound = () => platformErrors.notFound({ entity: 'Product attribute group' });
  const deletion = createSoftDeletion({ unitOfWork, repository, record, notFound });

  async function find(reader: typeof knex | Tx, id: string): Promise<ProductAttributeGroup> {
    const group = await repository.find(reader, id);
    if (!group) throw notFound();
    return group;
  }

  /** @throws AppError VALIDATION_ERROR for attributes that are not live, or named twice */
  async function replaceMembers(tx: Tx, groupId: string, wanted: readonly WantedMember[]): Promise<boolean> {
    const live = await repository.liveAttributes(
      tx,
      wanted.map(({ attributeId }) => attributeId),
    );
    const seen = new Set<string>();
    const errors = wanted.flatMap(({ attributeId }, index): FieldIssue | [] => {
      const path = `body.attributes.${index}.attributeId`;
      const twice = seen.has(attributeId);
      seen.add(attributeId);
      if (twice) return { path, message: 'must be unique', code: 'not_unique' };
      return live.has(attributeId) ? [] : { path, message: 'is not an attribute', code: 'unknown_reference' };
    });
    if (errors.length > 0) throw platformErrors.validation({}, { errors });
    const members = wanted.map(({ attributeId, sortOrder }, index) => ({
      attributeId,
      sortOrder: sortOrder ?? index,
    }));
    return repository.replaceMembers(tx, groupId, members);
  }

  return {
    list: (query: ListQuery) => repository.list(query),

    /** Also a deleted one. @throws AppError NOT_FOUND */
    get: (id: string) => find(knex, id),

    /** @throws AppError VALIDATION_ERROR for members, UNIQUE_VIOLATION for a code that is taken */
    create: (ctx: Context, { attributes = [], ...fields }: NewGroup): Promise<ProductAttributeGroup> =>
      unitOfWork.run(ctx, async (tx) => {
        const id = newId();
        await repository.insert(tx, id, fields, ctx.now);
        await replaceMembers(tx, id, attributes);
        const group = await find(tx, id);
        await record(tx, ctx, 'create', id, { after: { ...fields, attributes } });
        return group;
      }),

    /** Members that are sent replace the whole set. @throws AppError as `create`, NOT_FOUND also when it is deleted */
    update: (ctx: Context, id: string, patch: Partial<NewGroup>): Promise<ProductAttributeGroup> =>
      unitOfWork.run(ctx, async (tx) => {
        const before = await findLocked(repository, tx, id, notFound);
        if (before.deletedAt !== null) throw notFound();
        const { attributes, ...sent } = patch;
        const fields = changedFields(before, sent);
        const moved = attributes !== undefined && (await replaceMembers(tx, id, attributes));
        if (Object.keys(fields).length === 0 && !moved) return before;
        await repository.update(tx, id, fields, ctx.now);
        await record(tx, ctx, 'update', id, {
          before: fieldsBefore(before, fields),
          after: { ...fields, ...(moved ? { attributes } : {}) },
        });
        return find(tx, id);
      }),

    /** A repeat changes nothing. @throws AppError NOT_FOUND */
    delete: deletion.delete,

    /** A repeat changes nothing. @throws AppError NOT_FOUND, UNIQUE_VIOLATION when another one has its code */
    restore: deletion.restore,
  };
}
