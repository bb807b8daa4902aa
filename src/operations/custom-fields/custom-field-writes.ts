import type { Audit } from '#db/audit/audit.repository.js';
import {
  createCustomFieldsRepository,
  type FieldValues,
} from '#db/custom-fields/custom-fields.repository.js';
import { vendorOfProduct } from '#db/custom-fields/field-owner.query.js';
import type { AlsoWrite, Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { CustomFieldEntity } from '#domain/_shared/custom-field.js';
import { customFieldsOf } from '#domain/custom-fields/registered-fields.js';
import { productsEvents } from '#domain/products/products.events.js';
import type { Outbox } from '#events/outbox.js';

interface Deps {
  audit: Audit;
  outbox: Outbox;
}

/** Whether one of the fields is for everybody, so that search, feeds and webhooks want to know. */
const showsAny = (keys: readonly string[]) =>
  customFieldsOf('product').some(({ key, visibility }) => visibility === 'public' && keys.includes(key));

/** Writes of custom fields, in the transaction of the row that they belong to. */
export function createCustomFieldWrites({ audit, outbox }: Deps) {
  const repository = createCustomFieldsRepository();

  async function publish(tx: Tx, ctx: Context, productId: string): Promise<void> {
    const vendorId = await vendorOfProduct(tx, productId);
    if (!vendorId) return;
    outbox.append(tx, ctx, productsEvents.updated, productId, {
      productId,
      vendorId,
      change: 'customFields',
    });
  }

  /**
   * Writes what changes of a row, with its audit entry and its event. Returns all values of the row.
   * @throws AppError VALIDATION_ERROR where the row would have more than 16 KiB
   */
  async function write(
    tx: Tx,
    ctx: Context,
    { entity, entityId }: { entity: CustomFieldEntity; entityId: string },
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

  return {
    write,

    /**
     * Fields that came with a row, to be written in the transaction that creates or changes it; undefined where none came.
     * @param fields by the schema of the audience, which has the fields that it writes and no others
     */
    within(ctx: Context, entity: CustomFieldEntity, fields: FieldValues | undefined): AlsoWrite | undefined {
      if (!fields || Object.keys(fields).length === 0) return undefined;
      return async (tx, entityId) => void (await write(tx, ctx, { entity, entityId }, fields));
    },
  };
}
