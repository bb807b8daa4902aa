import {
  createCustomFieldsRepository,
  type FieldValues,
} from '#db/custom-fields/custom-fields.repository.js';
import { rowExists, vendorOfProduct } from '#db/custom-fields/field-owner.query.js';
import type { AlsoWrite, Tx } from '#db/kernel/unit-of-work.js';
import { type CustomFieldEntity, customFieldEntities } from '#domain/_shared/custom-field.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { type FieldAudience, type FieldScope, sees } from '#domain/custom-fields/declared-fields.js';
import { customFieldsOf } from '#domain/custom-fields/registered-fields.js';
import { productsEvents } from '#domain/products/products.events.js';
import type { Platform } from '#operations/platform.js';

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
}: Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'outbox'>) {
  const repository = createCustomFieldsRepository();

  /** Each field that the audience sees; null where it is not set, and nothing of fields that are not declared. */
  function view({ entity, audience }: FieldsRequest, values: FieldValues): Record<string, unknown> {
    const shown = customFieldsOf(entity).filter((field) => sees(audience, field));
    return Object.fromEntries(shown.map(({ key }) => [key, values[key] ?? null]));
  }

  /** Whether one of the fields is for everybody, so that search, feeds and webhooks want to know. */
  const showsAny = (keys: readonly string[]) =>
    customFieldsOf('product').some(({ key, visibility }) => visibility === 'public' && keys.includes(key));

  async function publish(tx: Tx, ctx: Context, productId: string): Promise<void> {
    const vendorId = await vendorOfProduct(tx, productId);
    if (!vendorId) return;
    outbox.append(tx, ctx, productsEvents.updated, productId, {
      productId,
      vendorId,
      change: 'customFields',
    });
  }

  /** Writes what changes of a row, with its audit entry and its event. Returns all values of the row. */
  async function write(
    tx: Tx,
    ctx: Context,
    { entity, entityId }: Pick<FieldsRequest, 'entity' | 'entityId'>,
    changes: FieldValues,
  ): Promise<FieldValues> {
    const { before, after } = await repository.merge(tx, { entity, entityId }, changes, ctx.now);
    const keys = Object.keys(changes).filter(
      (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
    );
    const of = (values: FieldValues) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
    if (keys.length > 0)
      await audit.record(tx, ctx, [
        { entity, entityId, action: 'updateCustomFields', before: of(before), after: of(after) },
      ]);
    if (entity === 'product' && showsAny(keys)) await publish(tx, ctx, entityId);
    return after;
  }

  const notFound = ({ entity }: FieldsRequest) => platformErrors.notFound({ entity: titles[entity] });

  return {
    /** Every declared field. */
    declared: () =>
      customFieldEntities.flatMap((entity) =>
        customFieldsOf(entity).map(({ key, label, description, visibility, editableBy, search, owner }) => ({
          ...{
            entity,
            key,
            label,
            description: description ?? null,
            visibility,
            owner,
            search: search ?? null,
          },
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
        return view(request, await write(tx, ctx, request, changes));
      }),

    /**
     * Fields that came with a row, to be written in the transaction that creates or changes it; undefined where none came.
     * @param fields by the schema of the audience, which has the fields that it writes and no others
     */
    within(ctx: Context, entity: CustomFieldEntity, fields: FieldValues | undefined): AlsoWrite | undefined {
      if (!fields || Object.keys(fields).length === 0) return undefined;
      return async (tx, entityId) => void (await write(tx, ctx, { entity, entityId }, fields));
    },

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
