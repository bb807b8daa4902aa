import type { FieldIssue } from '#domain/_shared/app-error.js';
import { missingGroups } from '#db/customer-groups/missing-groups.query.js';
import { type DiscountReferences, missingReferences } from '#db/discounts/discount-references.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { type DiscountTerms, targetDimensions } from '#domain/discounts/discount.js';

const nothing: DiscountReferences = {
  variants: [],
  categories: [],
  brands: [],
  tags: [],
  ingredients: [],
  vendors: [],
  customerUserIds: [],
};

/**
 * Refuses ids that name nothing. What the discount refers to already is not looked up again: its target may have been
 * deleted since, and that must not keep the rest of the discount from being changed.
 * @throws AppError VALIDATION_ERROR with the path of each unknown id
 */
export async function checkReferences(
  tx: Tx,
  terms: DiscountTerms,
  stored: DiscountReferences &
    Pick<DiscountTerms, 'customerGroupIds'> & { offer?: DiscountTerms['offer'] } = {
    ...nothing,
    customerGroupIds: [],
  },
): Promise<void> {
  const added = terms.customerGroupIds.filter((id) => !stored.customerGroupIds.includes(id));
  const unknown = await missingGroups(tx, added);
  if (unknown.size > 0) {
    const errors = terms.customerGroupIds.flatMap((id, index): FieldIssue[] =>
      unknown.has(id)
        ? [{ path: `body.customerGroupIds.${index}`, message: 'customer group not found', code: 'not_found' }]
        : [],
    );
    throw platformErrors.validation({}, { errors });
  }
  const known = new Set([
    ...targetDimensions.flatMap((dimension) => stored[dimension].map(({ id }) => `${dimension} ${id}`)),
    ...stored.customerUserIds.map((id) => `customerUserIds ${id}`),
  ]);
  const wanted = {
    ...nothing,
    customerUserIds: terms.customerUserIds.filter((id) => !known.has(`customerUserIds ${id}`)),
  };
  for (const dimension of targetDimensions)
    wanted[dimension] = terms[dimension].filter(({ id }) => !known.has(`${dimension} ${id}`));
  // The gift of an offer is a variant like those that it is limited to.
  const giftId = terms.offer?.giftVariantId;
  if (giftId && giftId !== stored.offer?.giftVariantId)
    wanted.variants = [...wanted.variants, { id: giftId, mode: 'INCLUDE' }];
  const named = targetDimensions.some((dimension) => wanted[dimension].length > 0);
  if (!named && wanted.customerUserIds.length === 0) return;

  const missing = await missingReferences(tx, wanted);
  const issue = (path: string, message: string): FieldIssue => ({
    path: `body.${path}`,
    message,
    code: 'not_found',
  });
  const errors = [
    ...targetDimensions.flatMap((dimension) =>
      terms[dimension].flatMap(({ id }, index) =>
        missing[dimension].has(id)
          ? [issue(`${dimension}.${index}.id`, `names none of the ${dimension}`)]
          : [],
      ),
    ),
    ...terms.customerUserIds.flatMap((id, index) =>
      missing.customerUserIds.has(id) ? [issue(`customerUserIds.${index}`, 'user not found')] : [],
    ),
  ];
  if (giftId && missing.variants.has(giftId))
    errors.push(issue('offer.giftVariantId', 'product variant not found'));
  if (errors.length > 0) throw platformErrors.validation({}, { errors });
}
