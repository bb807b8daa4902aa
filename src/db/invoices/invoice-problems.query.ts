import { instant, integer, type RowOf, text, textOf } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';

const invoiceProblemColumns = {
  /** `issue`: a rule keeps it from being issued. `document`: its PDF could not be made. */
  kind: textOf<'issue' | 'document'>(),
  problem: text,
  count: integer,
  /** When the oldest of these invoices was requested. */
  oldest: instant,
};
export type InvoiceProblem = RowOf<typeof invoiceProblemColumns>;

/** What stands in the way of how many invoices, the most frequent first. */
export async function listInvoiceProblems(knex: Knex): Promise<InvoiceProblem[]> {
  return query(
    knex,
    invoiceProblemColumns,
  )(`select kind, problem, count(*)::integer as count, min(created_at) as oldest from (
       select 'issue' as kind, issue_problem as problem, created_at from invoices
       where sequence is null and issue_problem is not null
       union all
       select 'document', coalesce(error, 'No reason was recorded'), created_at from invoices
       where status = 'failed' and issue_problem is null
     ) problems
     group by kind, problem order by count(*) desc, min(created_at) limit 50`);
}
