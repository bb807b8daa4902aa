import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, finding } from '../finding.js';
import type { Fixtures } from '../flow.js';

interface InvoiceState {
  id: string;
  vendorId: string;
  financialYear: string | null;
  sequence: number | null;
  status: string;
  storageKey: string | null;
  fileSize: number | null;
}

/** Numbers without a gap, and a file for each. */
export async function invoicesAreWhole(fixtures: Pick<Fixtures, 'container' | 'folder'>): Promise<Finding[]> {
  const invoices = (await fixtures.container.knex('invoices').orderBy('sequence')) as InvoiceState[];
  return [consecutive(invoices), onePdfEach(fixtures, invoices)];
}

/** Numbers run from 1 without a gap or a double, per vendor and financial year. */
function consecutive(invoices: readonly InvoiceState[]): Finding {
  const issued = invoices.filter(({ sequence }) => sequence !== null);
  const series = new Map<string, (number | null)[]>();
  for (const { vendorId, financialYear, sequence } of issued) {
    const name = `vendor ${vendorId} in ${financialYear}`;
    series.set(name, [...(series.get(name) ?? []), sequence]);
  }
  const problems = [...series].flatMap(([name, numbers]) => {
    return numbers.every((number, index) => number === index + 1) ? [] : [`${name}: ${numbers.join(', ')}`];
  });
  return finding('invoice numbers are consecutive', issued.length, problems);
}

/** Each issued invoice has its file, whole, and there is no other. */
function onePdfEach({ folder }: Pick<Fixtures, 'folder'>, invoices: readonly InvoiceState[]): Finding {
  const objects = join(folder.storage, 'objects');
  const problems = invoices.flatMap(({ id, status, storageKey, fileSize }) => {
    if (status === 'requested') return [];
    if (status !== 'ready' || !storageKey) return [`invoice ${id} is ${status}`];
    const size = statSync(join(objects, storageKey), { throwIfNoEntry: false })?.size;
    return size === fileSize ? [] : [`the file of invoice ${id} has ${size ?? 'no'} bytes, not ${fileSize}`];
  });
  const known = new Set(invoices.map(({ storageKey }) => storageKey));
  for (const key of filesBelow(objects, 'invoices')) {
    if (key.endsWith('.pdf') && !known.has(key)) problems.push(`${key} belongs to no invoice`);
  }
  return finding('each issued invoice has one whole PDF', invoices.length, problems);
}

function filesBelow(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
