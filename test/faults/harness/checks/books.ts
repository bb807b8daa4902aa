import { checkLedger } from '#operations/ledger/check-ledger.js';
import { moneyProblems } from '../../../payments/money-problems.js';
import { type Finding, finding } from '../finding.js';
import type { Fixtures } from '../flow.js';

/** The ledger agrees with payments and payouts, credit notes with invoices, and nothing went back twice. */
export async function booksAreRight({
  container: { knex, streaming },
}: Pick<Fixtures, 'container'>): Promise<Finding[]> {
  const checks = await checkLedger(streaming);
  const problems = await moneyProblems(knex);
  return [
    finding(
      'the ledger agrees with payments, orders and payouts',
      checks.length,
      checks.flatMap(({ rule, problems: rows }) => rows.map((row) => `${rule}: ${JSON.stringify(row)}`)),
    ),
    finding(
      'refunds, returns and credit notes stay within what was sold',
      checks.length,
      problems.map(({ rule, id }) => `${rule}: ${id}`),
    ),
  ];
}
