import type { Knex } from '#db/kernel/knex.js';

export interface InvoiceProblem {
  /** `issue`: a rule keeps it from being issued. `document`: its PDF could not be made. */
  kind: 'issue' | 'document';
  problem: string;
  count: number;
  /** When the oldest of these invoices was requested. */
  oldest: Date;
}

/** What stands in the way of how many invoices, the most frequent first. */
export async function listInvoiceProblems(knex: Knex): Promise<InvoiceProblem[]> {
  const { rows } = await knex.raw<{ rows: InvoiceProblem[] }>(
    `select kind, problem, count(*)::integer as count, min(created_at) as oldest from (
       select 'issue' as kind, issue_problem as problem, created_at from invoices
       where sequence is null and issue_problem is not null
       union all
       select 'document', coalesce(error, 'No reason was recorded'), created_at from invoices
       where status = 'failed' and issue_problem is null
     ) problems
     group by kind, problem order by count(*) desc, min(created_at) limit 50`,
  );
  return rows;
}
