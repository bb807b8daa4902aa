import type { Reader } from '#db/kernel/unit-of-work.js';
import type { SerialPrefix } from '#domain/invoices/serial-prefixes.js';

/** Whether documents of a series were numbered with a prefix in a financial year. */
export async function isPrefixUsed(
  reader: Reader,
  { table, kind }: Pick<SerialPrefix, 'table' | 'kind'>,
  { prefix, financialYear }: { prefix: string; financialYear: string },
): Promise<boolean> {
  const used = reader(table).where({ prefix, financialYear, ...(kind ? { kind } : {}) });
  return (await used.first(reader.raw('1'))) !== undefined;
}
