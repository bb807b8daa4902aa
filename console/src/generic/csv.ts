import { notifications } from '@mantine/notifications';
import { client } from '../lib/api.js';
import { saveFile } from '../lib/save-file.js';
import type { OperationEntry } from '../lib/declarations.js';
import type { Column } from './columns.js';

const MAX_ROWS = 10_000;

/** What begins like a formula is written as text: a spreadsheet would run it. */
function cell(value: unknown): string {
  const text =
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

/** All rows of the list with its filters, up to 10,000, as a file. */
export async function downloadCsv(
  operation: OperationEntry,
  path: Record<string, string>,
  query: Record<string, unknown>,
  columns: Column[],
): Promise<void> {
  const names = columns.map(({ name }) => name);
  const lines = [names.join(',')];
  const { page: _page, offset: _offset, cursor: _cursor, ...filter } = query;
  const limited = operation.list?.paging === 'none' ? filter : { ...filter, limit: 100 };
  for await (const row of client.rows(operation.id as 'getAdminBrands', { path, query: limited } as never)) {
    lines.push(names.map((name) => cell((row as Record<string, unknown>)[name])).join(','));
    if (lines.length > MAX_ROWS) {
      notifications.show({
        color: 'yellow',
        message: `The file has the first ${MAX_ROWS} rows; narrow the filter for the rest.`,
      });
      break;
    }
  }
  const blob = new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' });
  const last = operation.path
    .split('/')
    .filter((part) => !part.startsWith('{'))
    .at(-1);
  saveFile({ blob, name: `${last ?? 'rows'}.csv` }, 'rows.csv');
}
