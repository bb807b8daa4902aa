import { assignedValues, isAssigned, sharesValues } from '#db/products/assigned-attributes.query.js';
import { setUniqueValues } from '#db/products/product-assignments.repository.js';
import { createProductAttributesRepository } from '#db/product-attributes/product-attributes.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import {
  type AttributeFields,
  hasValues,
  type ProductAttribute,
  type WantedValue,
} from '#domain/product-attributes/product-attribute.js';
import { productAttributesErrors } from '#domain/product-attributes/product-attributes.errors.js';
import { changesValues, planValues, type ValuePlan } from '#domain/product-attributes/value-plan.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import { newId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';
import { createAttributeRecorder, createSoftDeletion, findLocked } from './attribute-record.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox'>;

export type NewAttribute = AttributeFields & { values?: readonly WantedValue[] };
export type AttributePatch = Partial<NewAttribute>;

/** Definitions of product attributes. Every change locks the attribute, as assigning it does. */
export function createAttributesService(deps: Deps) {
  const { unitOfWork, knex } = deps;
  const record = createAttributeRecorder(deps, 'attribute');
  const repository = createProductAttributesRepository(knex);
  const notFound = () => platformErrors.notFound({ entity: 'Product attribute' });
  const deletion = createSoftDeletion({ unitOfWork, repository, record, notFound });

  async function find(reader: typeof knex | Tx, id: string): Promise<ProductAttribute> {
    const attribute = await repository.find(reader, id);
    if (!attribute) throw notFound();
    return attribute;
  }

  /** What becomes of the values; a type without values has none. */
  function plan(stored: ProductAttribute | undefined, after: NewAttribute | AttributePatch): ValuePlan {
    const type = after.type ?? stored?.type;
    const takesValues = type !== undefined && hasValues(type);
    if (after.values && !takesValues) {
      const message = 'only attributes of type select or multi_select have values';
      throw platformErrors.validation(
        {},
        { errors: [{ path: 'body.values', message, code: 'invalid_value' }] },
      );
    }
    const kept = stored?.values ?? [];
    const planned = planValues(kept, after.values ?? (takesValues ? kept : []), newId);
    if (planned.issues.length > 0) {
      const errors = planned.issues.map((issue) => ({ ...issue, path: `body.${issue.path}` }));
      throw platformErrors.validation({}, { errors });
    }
    return planned;
  }

  /** @throws AppError CONFLICT for a change that products do not allow */
  async function check(
    tx: Tx,
    { id }: ProductAttribute,
    fields: Partial<AttributeFields>,
    { removed }: ValuePlan,
  ): Promise<void> {
    if (fields.type !== undefined && (await isAssigned(tx, id))) throw productAttributesErrors.typeInUse();
    const inUse = await assignedValues(
      tx,
      removed.map((value) => value.id),
    );
    const first = removed.find((value) => inUse.has(value.id));
    if (first) throw productAttributesErrors.valueInUse({ value: first.value });
    if (fields.isUnique === true && (await sharesValues(tx, id)))
      throw productAttributesErrors.valuesShared();
  }

  return {
    list: (query: ListQuery) => repository.list(query),

    /** Also a deleted one. @throws AppError NOT_FOUND */
    get: (id: string) => find(knex, id),

    /** @throws AppError VALIDATION_ERROR for values, UNIQUE_VIOLATION for a code that is taken */
    create: (ctx: Context, { values, ...fields }: NewAttribute): Promise<ProductAttribute> =>
      unitOfWork.run(ctx, async (tx) => {
        const id = newId();
        const planned = plan(undefined, { ...fields, values });
        await repository.insert(tx, id, fields, ctx.now);
        await repository.writeValues(tx, id, planned, ctx.now);
        const attribute = await find(tx, id);
        await record(tx, ctx, 'create', id, { after: attribute });
        return attribute;
      }),

    /**
     * Values that are sent replace the whole set, matched by id or by the value itself.
     * @throws AppError as `create`, NOT_FOUND also when it is deleted, CONFLICT for what products are assigned
     */
    update: (ctx: Context, id: string, patch: AttributePatch): Promise<ProductAttribute> =>
      unitOfWork.run(ctx, async (tx) => {
        const before = await findLocked(repository, tx, id, notFound);
        if (before.deletedAt !== null) throw notFound();
        const { values: _values, ...sent } = patch;
        const fields = changedFields(before, sent);
        const planned = plan(before, patch);
        if (Object.keys(fields).length === 0 && !changesValues(planned)) return before;
        await check(tx, before, fields, planned);
        await repository.update(tx, id, fields, ctx.now);
        await repository.writeValues(tx, id, planned, ctx.now);
        if (fields.isUnique !== undefined) await setUniqueValues(tx, id, fields.isUnique);
        const attribute = await find(tx, id);
        const replaced = changesValues(planned) ? { values: attribute.values } : {};
        await record(tx, ctx, 'update', id, {
          before: {
            ...fieldsBefore(before, fields),
            ...(changesValues(planned) ? { values: before.values } : {}),
          },
          after: { ...fields, ...replaced },
        });
        return attribute;
      }),

    /** Products keep what they were assigned, and stop showing it. A repeat changes nothing. @throws AppError NOT_FOUND */
    delete: deletion.delete,

    /** A repeat changes nothing. @throws AppError NOT_FOUND, UNIQUE_VIOLATION when another one has its code */
    restore: deletion.restore,
  };
}
