import { findDeadReferences, type ProductReferences } from '#db/products/dead-references.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';

/** @throws AppError VALIDATION_ERROR naming the path of every reference that is not a live entry of the catalog */
export async function checkReferences(
  tx: Tx,
  sent: Partial<ProductReferences>,
  path = 'body',
): Promise<void> {
  const paths = await findDeadReferences(tx, sent);
  if (paths.length === 0) return;
  const message = 'not found in the catalog';
  throw platformErrors.validation(
    {},
    { errors: paths.map((field) => ({ path: `${path}.${field}`, message, code: 'unknown_reference' })) },
  );
}
