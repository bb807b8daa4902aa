import type { FieldValues } from '#db/custom-fields/custom-fields.repository.js';
import { productOfRow } from '#db/custom-fields/field-owner.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ProductHold } from './hold-changes.js';

interface Row {
  entity: 'product' | 'productVariant';
  entityId: string;
  vendorId: string;
}

/**
 * Decides for custom fields that a vendor writes by themselves which ones wait; undefined where none does. `submit` is
 * called once the others are written.
 */
export async function holdCustomFields(
  hold: ProductHold,
  tx: Tx,
  ctx: Context,
  { entity, entityId, vendorId }: Row,
  fields: FieldValues,
): Promise<{ now: FieldValues; submit: () => Promise<boolean> } | undefined> {
  if (hold.isOff(vendorId)) return undefined;
  const productId = await productOfRow(tx, { entity, entityId });
  // What was deleted is seen by nobody.
  if (productId === undefined) return undefined;
  const isProduct = entity === 'product';
  const sections = isProduct
    ? { customFields: fields }
    : { variants: [{ id: entityId, fields: {}, customFields: fields }] };
  const held = await hold.hold(tx, ctx, { vendorId, productId }, sections, { basicsPath: 'body' });
  if (!held) return undefined;
  const now = isProduct ? held.now.customFields : held.now.variants?.[0]?.customFields;
  return { now: now ?? {}, submit: () => held.submit({ variantIds: [entityId], addedTabIds: [] }) };
}
