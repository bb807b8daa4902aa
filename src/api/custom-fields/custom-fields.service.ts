import {
  createCustomFieldsRepository,
  type FieldValues,
} from '#db/custom-fields/custom-fields.repository.js';
import { rowExists } from '#db/custom-fields/field-owner.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { type CustomFieldEntity, customFieldEntities } from '#domain/_shared/custom-field.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { type FieldAudience, type FieldScope, sees } from '#domain/custom-fields/declared-fields.js';
import { customFieldsOf } from '#domain/custom-fields/registered-fields.js';
import type { Platform } from '#operations/platform.js';
import { createCustomFieldWrites } from '#operations/custom-fields/custom-field-writes.js';
import { createProductHold } from '#operations/product-approvals/hold-changes.js';
import { holdCustomFields } from '#operations/product-approvals/hold-custom-fields.js';

/** A row and who asks for its fields. */
export interface FieldsRequest {
  entity: CustomFieldEntity;
  entityId: string;
  audience: FieldAudience;
  scope?: FieldScope;
}

const titles: Record<CustomFieldEntity, string> = {
  product: 'Product',
  productVariant: 'Variant',
  order: 'Order',
  vendor: 'Vendor',
  user: 'User',
  category: 'Category',
};

/** Custom fields as each audience sees and writes them. */
export function createCustomFieldsService({
  knex,
  unitOfWork,
  audit,
  outbox,
  settings,
}: Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'outbox' | 'settings'>) {
  const repository = createCustomFieldsRepository();
  const writes = createCustomFieldWrites({ audit, outbox });
  const hold = createProductHold({ audit, outbox, settings });

  /** Each field that the audience sees; null where it is not set, and nothing of fields that are not declared. */
  function view({ entity, audience }: FieldsRequest, values: FieldValues): Record<string, unknown> {
    const shown = customFieldsOf(entity).filter((field) => sees(audience, field));
    return Object.fromEntries(shown.map(({ key }) => [key, values[key] ?? null]));
  }

  /**
   * Writes what a vendor may write at once of a product or variant, and has the rest wait for an approval. Returns all
   * values of the row as they are then.
   */
  async function writeHeld(tx: Tx, ctx: Context, request: FieldsRequest, changes: FieldValues) {
    const { entity, entityId, scope: { vendorId } = {} } = request;
    const isHeld = vendorId !== undefined && (entity === 'product' || entity === 'productVariant');
    const held = isHeld
      ? await holdCustomFields(hold, tx, ctx, { entity, entityId, vendorId }, changes)
      : undefined;
    if (!held) return writes.write(tx, ctx, request, changes);
    await writes.within(ctx, entity, held.now)?.(tx, entityId);
    await held.submit();
    return repository.read(tx, request);
  }

  const notFound = ({ entity }: FieldsRequest) => platformErrors.notFound({ entity: titles[entity] });

  return {
    /** Every declared field. */
    declared: () =>
      customFieldEntities.flatMap((entity) =>
        customFieldsOf(entity).map(({ key, label, description, visibility, editableBy, search, owner }) => ({
          entity,
          key,
          label,
          description: description ?? null,
          visibility,
          owner,
          search: search ?? null,
          editableBy: ['admin' as const, ...(editableBy ? [editableBy] : [])],
        })),
      ),

    /** @throws AppError NOT_FOUND for a row that is not there, or not the caller's */
    async get(request: FieldsRequest): Promise<Record<string, unknown>> {
      if (!(await rowExists(knex, request, request.scope ?? {}))) throw notFound(request);
      return view(request, await repository.read(knex, request));
    },

    /**
     * Sets fields; null takes one away, and those that are left out stay.
     * @param changes by the schema of the audience, which has the fields that it writes and no others
     * @throws AppError NOT_FOUND; VALIDATION_ERROR where the row would have more than 16 KiB
     */
    update: (ctx: Context, request: FieldsRequest, changes: FieldValues): Promise<Record<string, unknown>> =>
      unitOfWork.run(ctx, async (tx) => {
        if (!(await rowExists(tx, request, request.scope ?? {}))) throw notFound(request);
        return view(request, await writeHeld(tx, ctx, request, changes));
      }),

    within: writes.within,

    /** The fields of rows that the caller has read already, as an audience sees them, by the ids of the rows. */
    async shown(
      entity: CustomFieldEntity,
      audience: FieldAudience,
      entityIds: readonly string[],
    ): Promise<(entityId: string) => Record<string, unknown>> {
      const values = await repository.readMany(knex, entity, entityIds);
      return (entityId) => view({ entity, entityId, audience }, values.get(entityId) ?? {});
    },
  };
}

export type CustomFieldsService = ReturnType<typeof createCustomFieldsService>;
