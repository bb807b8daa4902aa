import { boundedRead } from '#db/kernel/bounded-read.js';
import type { Knex } from '#db/kernel/knex.js';
import type { PlatformFinding } from '#domain/health/platform-finding.js';

/** How often a process reports. */
export const REPORT_MS = 5_000;
/** A process that was silent for so long is lost, or cannot reach the database. */
const LOST_AFTER_SECONDS = 20;
/** For so long a lost worker is missed, where no other has its roles. */
const MISSED_HOURS = 24;

export interface ProcessReport {
  id: string;
  name: string;
  roles: readonly string[];
  findings: readonly PlatformFinding[];
}

export interface ReportedHealth {
  /** What processes that report say of themselves. */
  findings: PlatformFinding[];
  /** Roles of workers that are lost and that no other worker has, with the seconds since. */
  missing: { role: string; seconds: number }[];
  /** Seconds since the last worker was seen; null while one is, or where none ever was. */
  withoutWorkerSeconds: number | null;
}

/** What the processes of the installation say of themselves. */
export function createProcessesRepository(knex: Knex) {
  return {
    async report({ id, name, roles, findings }: ProcessReport): Promise<void> {
      await knex.raw(
        `with gone as (delete from health_processes where seen_at < now() - make_interval(hours => ${MISSED_HOURS}))
         insert into health_processes (id, name, roles, findings) values (?, ?, ?, ?::jsonb)
         on conflict (id) do update set findings = excluded.findings, seen_at = now()`,
        [id, name, [...roles], JSON.stringify(findings)],
      );
    },

    async stopped(id: string): Promise<void> {
      await knex('health_processes').where({ id }).update({ stoppedAt: knex.fn.now() });
    },

    async read(): Promise<ReportedHealth> {
      const [row] = await boundedRead<ReportedHealth>(
        knex,
        `with live as (
           select * from health_processes
           where stopped_at is null and seen_at > now() - make_interval(secs => ${LOST_AFTER_SECONDS})
         ), workers as (select * from health_processes where cardinality(roles) > 0)
         select
           coalesce((select jsonb_agg(finding) from live, jsonb_array_elements(live.findings) as finding), '[]') as findings,
           coalesce((
             select jsonb_agg(jsonb_build_object('role', role, 'seconds', seconds) order by role) from (
               select role, floor(extract(epoch from now() - max(lost.seen_at)))::int as seconds
               from workers lost, unnest(lost.roles) as role
               where lost.stopped_at is null and not exists (select from live where role = any(live.roles))
               group by role
             ) as lost
           ), '[]') as missing,
           (select floor(extract(epoch from now() - max(coalesce(stopped_at, seen_at))))::int from workers
            where not exists (select from live where cardinality(live.roles) > 0)) as without_worker_seconds`,
      );
      if (!row) throw new Error('The reports of the processes could not be read');
      return row;
    },
  };
}
