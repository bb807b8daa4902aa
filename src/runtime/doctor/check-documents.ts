import { exportKey } from '#domain/reports/report-export.js';
import type { Container } from '#runtime/container.js';
import { type Finding, findingOf } from './finding.js';

/** Files of each kind that are looked for, the newest first. */
const MAX_FILES = 1_000;
const AT_ONCE = 8;

interface StoredRow {
  id: string;
  key: string;
}

/** The bucket beside the documents: rows that say their file is there. */
export async function checkDocuments({ knex, storage }: Container): Promise<Finding[]> {
  const missing = async (rows: readonly StoredRow[]): Promise<string[]> => {
    const gone: string[] = [];
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = rows.slice(from, from + AT_ONCE);
      const there = await Promise.all(some.map(({ key }) => storage.exists(key)));
      gone.push(...some.filter((_row, index) => !there[index]).map(({ id }) => id));
    }
    return gone;
  };
  const invoices = (await knex('invoices')
    .where({ status: 'ready' })
    .whereNotNull('storageKey')
    .orderBy('id', 'desc')
    .limit(MAX_FILES)
    .select('subOrderId as id', 'storageKey as key')) as StoredRow[];
  const labels = (await knex('shipping_shipments')
    .whereNotNull('labelKey')
    .orderBy('id', 'desc')
    .limit(MAX_FILES)
    .select('id', 'labelKey as key')) as StoredRow[];
  const exports = (await knex('reports_exports')
    .where({ status: 'ready' })
    .whereRaw('expires_at > now()')
    .orderBy('id', 'desc')
    .limit(MAX_FILES)
    .pluck('id')) as string[];
  const failed = (await knex('invoices')
    .where({ status: 'failed' })
    .limit(MAX_FILES)
    .select('subOrderId')) as { subOrderId: string }[];
  return [
    ...findingOf(await missing(invoices), {
      check: 'documents',
      problem: 'Invoices of these sub-orders are ready, and their files are not in the storage',
      command: 'download them: the first download prints them again under their number',
      fixable: false,
    }),
    ...findingOf(await missing(labels), {
      check: 'documents',
      problem: 'Labels of these parcels are not in the storage',
      command: 'download them from the carrier',
      fixable: false,
    }),
    ...findingOf(await missing(exports.map((id) => ({ id, key: exportKey(id) }))), {
      check: 'documents',
      problem: 'Exports are ready, and their files are not in the storage',
      command: 'request them again',
      fixable: false,
    }),
    ...findingOf(
      failed.map(({ subOrderId }) => subOrderId),
      {
        check: 'documents',
        problem: 'Invoices of these sub-orders have failed: their error says why',
        command: 'POST /admin/jobs/retry-failed {"kinds":["invoices"]}',
        fixable: true,
      },
    ),
  ];
}
