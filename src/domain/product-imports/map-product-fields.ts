import { parseFlag, quoted, type Parsed } from './cell-values.js';
import type { ImportedStatus, ImportedVisibility, ProductFields } from './imported-product.js';
import type { RowCells } from './row-cells.js';

const MAX_TITLE_LENGTH = 255;

/** Reads the columns that describe the product as a whole; problems go to the row's issues. */
export function mapProductFields(cells: RowCells): ProductFields {
  const title = cells.text('title');
  if (title.length > MAX_TITLE_LENGTH) {
    cells.report(
      'title',
      `The title has ${title.length} characters; at most ${MAX_TITLE_LENGTH} are possible.`,
      'product',
    );
  }
  if (cells.value('giftCard', parseFlag, 'product')) {
    cells.report('giftCard', 'Gift cards cannot be imported.', 'product');
  }
  return {
    title,
    description: cells.clearable('description'),
    brand: cells.clearable('brand'),
    productType: cells.clearable('productType'),
    category: cells.clearable('category'),
    tags: cells.has('tags') ? splitTags(cells.text('tags')) : undefined,
    ...mapPublication(cells),
    metaTitle: cells.clearable('metaTitle'),
    metaDescription: cells.clearable('metaDescription'),
    attributes: cells.attributes(),
    customFields: cells.customFields(),
  };
}

/** Splits at commas, trims, and drops repetitions whatever their case; the first spelling stays. */
export function splitTags(text: string): string[] {
  const tags = new Map<string, string>();
  for (const part of text.split(',')) {
    const tag = part.trim();
    const key = tag.normalize('NFC').toLowerCase();
    if (tag !== '' && !tags.has(key)) tags.set(key, tag);
  }
  return [...tags.values()];
}

const statuses: Record<string, { status: ImportedStatus; visibility?: ImportedVisibility }> = {
  active: { status: 'active' },
  draft: { status: 'draft' },
  archived: { status: 'archived' },
  // On sale for those who have the link only.
  unlisted: { status: 'active', visibility: 'private' },
};

/** `Status` gives the status and `Published` the visibility; older files have the second only. */
function mapPublication(cells: RowCells): Pick<ProductFields, 'status' | 'visibility'> {
  const explicit = cells.value('status', parseStatus, 'product');
  const published = cells.value('published', parseFlag, 'product');
  const visibility = published === undefined ? undefined : published ? 'public' : 'private';
  return { status: explicit?.status, visibility: explicit?.visibility ?? visibility };
}

function parseStatus(text: string): Parsed<{ status: ImportedStatus; visibility?: ImportedVisibility }> {
  const word = text.toLowerCase();
  const value = Object.hasOwn(statuses, word) ? statuses[word] : undefined;
  return value ? { value } : { reason: `${quoted(text)} is not a status. Write active, draft or archived.` };
}
