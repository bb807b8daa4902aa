import { type DeclaredField, writes } from '#domain/custom-fields/declared-fields.js';
import { customFieldsOf } from '#domain/custom-fields/registered-fields.js';

/** A column of a product file that names a custom field of products by its key: `Custom field: careLabel`. */
export interface CustomFieldColumn {
  key: string;
  /** As the file spells it. */
  header: string;
}

const form = /^custom\s*field:\s*(\w+)$/i;

/** The columns of custom fields that vendors write; of two for one field the first counts, others are ignored. */
export function customFieldColumns(
  headers: readonly string[],
  declared: readonly DeclaredField[] = customFieldsOf('product'),
): CustomFieldColumn[] {
  const columns = new Map<string, CustomFieldColumn>();
  for (const header of headers) {
    const named = form.exec(header.normalize('NFKC').trim())?.[1]?.toLowerCase();
    const field = declared.find(({ key }) => key.toLowerCase() === named);
    if (field && writes('vendor', field) && !columns.has(field.key))
      columns.set(field.key, { key: field.key, header });
  }
  return [...columns.values()];
}
