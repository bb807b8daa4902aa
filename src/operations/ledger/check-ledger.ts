import { ledgerRules } from '#db/ledger/ledger-check.query.js';
import type { StreamingConnections } from '#db/kernel/streaming-connection.js';

export interface LedgerCheck {
  name: string;
  rule: string;
  ok: boolean;
  /** Rows that break the rule, at most a hundred. */
  problems: Record<string, unknown>[];
}

/** Compares the ledger with payments, sub-orders and payouts, all in one view of the database. */
export async function checkLedger(streaming: StreamingConnections): Promise<LedgerCheck[]> {
  return streaming.use(async (connection) => {
    const checks: LedgerCheck[] = [];
    for (const { name, rule, sql } of ledgerRules) {
      const problems = await connection.rows<Record<string, unknown>>(sql);
      checks.push({ name, rule, ok: problems.length === 0, problems });
    }
    return checks;
  });
}
