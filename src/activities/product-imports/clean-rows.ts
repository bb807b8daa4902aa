import type { MappedBatch } from '#domain/product-imports/import-batch.js';
import { columnLabel, type ColumnNames } from '#domain/product-imports/product-columns.js';
import { cleanHtml } from '#lib/clean-html.js';

/** As the API takes it. */
const MAX_DESCRIPTION = 200_000;

/**
 * Cleans the descriptions of a batch, and notes with the row what was removed or left out. Done before a product is
 * compared with what is stored, so that the same file again changes nothing.
 */
export function cleanRows(batch: MappedBatch, columns: ColumnNames): MappedBatch {
  const column = columnLabel(columns, 'description');
  for (const { mapped } of batch.rows) {
    const product = mapped?.product;
    if (!mapped || !product || typeof product.description !== 'string') continue;
    const note = (reason: string) => mapped.issues.push({ column, reason, skips: 'nothing' });
    const clean = cleanHtml(product.description);
    if (clean.length > MAX_DESCRIPTION) {
      note(`The description has more than ${MAX_DESCRIPTION} characters; it was left out.`);
      delete product.description;
    } else if (clean !== product.description) {
      note(
        'HTML that could harm a shopper was removed from the description: scripts, forms, frames, unknown tags or attributes.',
      );
      product.description = clean.trim() || null;
    }
  }
  return batch;
}
