import type { DeclaredField } from '#domain/custom-fields/declared-fields.js';
import { type Parsed, quoted } from './cell-values.js';
import type { ProductPart } from './import-batch.js';
import type { RowError } from './imported-product.js';

/** What the cells of custom fields say of a product; null clears. */
export interface ImportedFields {
  handle: string;
  /** The row and the column for notes about all of them together. */
  row: number;
  column: string;
  changes: Record<string, unknown>;
}

/** The cell as the text that it is, or as the number, flag or list that it spells. */
function readCell(text: string, { schema, label }: DeclaredField): Parsed<unknown> {
  const refused = { reason: `${quoted(text)} is not possible as ${label}.` };
  for (const read of [() => text, () => JSON.parse(text) as unknown]) {
    try {
      return { value: schema.parse(read()) };
    } catch {
      // The other reading may fit, and if none does, the cell is reported.
    }
  }
  return refused;
}

/** Reads the cells of custom fields; one that its field refuses is left out with a note, so that what is stored stays. */
export function readCustomFields(
  parts: readonly ProductPart[],
  declared: readonly DeclaredField[],
): { fields: ImportedFields[]; notes: RowError[] } {
  const notes: RowError[] = [];
  const fields = parts.flatMap(({ handle, firstRow: row, fields: product }): ImportedFields[] => {
    const changes: Record<string, unknown> = {};
    for (const { key, column, text } of product?.customFields ?? []) {
      const field = declared.find((item) => item.key === key);
      if (!field) continue;
      const { value, reason } = text === '' ? { value: null } : readCell(text, field);
      if (reason === undefined) changes[key] = value;
      else notes.push(fieldNote({ handle, row, column }, reason));
    }
    const [first] = product?.customFields ?? [];
    return first && Object.keys(changes).length > 0 ? [{ handle, row, column: first.column, changes }] : [];
  });
  return { fields, notes };
}

/** Of a cell that is left out. */
export function fieldNote(at: Pick<ImportedFields, 'handle' | 'row' | 'column'>, reason: string): RowError {
  const { handle, row, column } = at;
  return { row, handle, column, reason: `${reason} The custom field was left out.`, skips: 'nothing' };
}
