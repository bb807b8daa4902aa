import { awaitsAwbSql, awaitsLabelSql } from '#db/shipping/awaiting-sql.js';
import type { Container } from '#runtime/container.js';
import { type Finding, findingOf } from './finding.js';

/** The carrier beside the shipments, as far as the rows say what the carrier still owes. */
export async function checkShipments({ knex }: Container): Promise<Finding[]> {
  const ids = (where: string) =>
    knex('shipping_shipments as s')
      .whereRaw(where)
      .orderBy('requestedAt')
      .limit(1_000)
      .pluck('id') as unknown as Promise<string[]>;
  return [
    ...findingOf(
      await ids(
        `s.provider_id = 'carrier' and s.status = 'creating' and s.requested_at < now() - interval '1 hour'`,
      ),
      {
        check: 'shipments',
        problem: 'Requested more than an hour ago, and the carrier has not confirmed them',
        command: 'npm run redeliver',
        fixable: true,
      },
    ),
    ...findingOf(await ids(`${awaitsAwbSql('s')} and s.requested_at < now() - interval '1 day'`), {
      check: 'shipments',
      problem: 'Accepted by the carrier a day ago, without an AWB',
      command: 'npm run redeliver, then ask the carrier',
      fixable: true,
    }),
    ...findingOf(await ids(`${awaitsLabelSql('s')} and s.requested_at < now() - interval '1 day'`), {
      check: 'shipments',
      problem: 'Labels that are not stored',
      command: 'POST /admin/jobs/retry-failed {"kinds":["labels"]}',
      fixable: true,
    }),
  ];
}
