import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');

/** Statements that write in a file of `src/db`, as the tables they write, in SQL and in the query builder. */
function writtenTables(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const sql = text.matchAll(
    /\b(?:insert\s+into|delete\s+from|update|merge\s+into)\s+(?:only\s+)?([a-z_]{3,})\b(?=[\s(])/g,
  );
  const built = text.matchAll(
    /\(\s*'([a-z_]{3,})(?: as \w+)?'\s*\)[^;]{0,400}?\.(?:insert|update|del|delete)\(/g,
  );
  const named = [...sql, ...built].map(([, table = '']) => table);
  // "for update of", "on conflict do update set": words that stand where a table could.
  return [...new Set(named)].filter((name) => !['skip', 'set', 'nothing', 'the'].includes(name));
}

const files = readdirSync(join(root, 'src/db'), { recursive: true })
  .map((file) => `src/db/${String(file)}`)
  .filter((file) => file.endsWith('.ts') && !file.startsWith('src/db/kernel/'));

/** Queries that write, and why. */
const writingQueries: Record<string, string> = {
  'src/db/accounts/principal.query.ts': 'the use of an API key is recorded by the statement that reads it',
  'src/db/campaigns/audience.query.ts': 'recipients are selected and stored by one statement, page by page',
  'src/db/events/open-flows.query.ts': 'makes the deliveries of flows due again that ended in error',
};

/** Tables that more than one slug writes: the slugs beside the owner, and why. */
const sharedTables: Record<string, string> = {
  accounts_second_factors: 'settings encrypts every stored secret anew',
  access_api_keys: 'accounts records their last use',
  payments_refunds: 'events makes failed refunds pending again on an operator’s request',
  ledger_open_entries: 'payouts take the entries that the ledger opens',
  mail_messages: 'settings encrypts every stored secret anew',
  outbound_webhooks_endpoints: 'settings encrypts every stored secret anew',
  products: 'reviews keeps the rating in the statement that moderates',
};

/** Statements whose rows have the type that `raw<…>` asserts, and why no description of columns does (`query`). */
const assertedRows: Record<string, string> = {
  'src/db/carts/cart-quote.query.ts': 'a row is an item or none, which are two types',
  'src/db/discounts/coupon-details.query.ts':
    'a row is a discount or none, and members are missing in one of two statements',
  'src/db/kernel/bounded-read.ts': 'the rows are those of the statement that is bounded',
  'src/db/kernel/derived-rows.ts': 'the columns are the key of the feature',
  'src/db/kernel/list-matches.ts': 'ids are of the type of the table that is searched',
  'src/db/kernel/query.ts': 'describes the result of all others',
  'src/db/kernel/work-queue.ts': 'the columns are those of the queue',
  'src/db/products/imported-products.query.ts':
    'members of a row are missing where the file does not name them',
  'src/db/products/vendor-product.query.ts':
    'members of a product are missing where nothing waits for approval',
  'src/db/reports/report-run.query.ts': 'the columns are those of the report',
  'src/runtime/search-database.ts': 'the statements are those of the search engine',
};
/** Statements of slugs that are still to be described. The number only shrinks. */
const yetToDescribe = 60;
const undescribedSlugs = /^src\/db\/(invoices|ledger|payments|payouts|reconciliation|returns|shipping|tax)\//;

describe('src/db', () => {
  it('has rows described by values, and asserts their type nowhere else', () => {
    const asserting = readdirSync(join(root, 'src'), { recursive: true })
      .map((file) => `src/${String(file)}`)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => ({ file, count: readFileSync(join(root, file), 'utf8').split('.raw<').length - 1 }))
      .filter(({ count }) => count > 0);
    const described = asserting.filter(({ file }) => !undescribedSlugs.test(file));
    expect(described.map(({ file }) => file).filter((file) => !(file in assertedRows))).toEqual([]);
    expect(Object.keys(assertedRows).filter((file) => described.every((item) => item.file !== file))).toEqual(
      [],
    );
    const rest = asserting.filter(({ file }) => undescribedSlugs.test(file));
    expect(rest.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(yetToDescribe);
  });

  it('reads in queries, and writes in repositories', () => {
    const writing = files.filter((file) => file.endsWith('.query.ts') && writtenTables(file).length > 0);
    expect(writing.filter((file) => !(file in writingQueries))).toEqual([]);
    expect(Object.keys(writingQueries).filter((file) => !writing.includes(file))).toEqual([]);
  });

  it('writes each table in the folder of one slug', () => {
    const slugs = new Map<string, Set<string>>();
    for (const file of files)
      for (const table of writtenTables(file))
        slugs.set(table, (slugs.get(table) ?? new Set()).add(file.split('/')[2] ?? ''));
    const shared = [...slugs].filter(([, owners]) => owners.size > 1);
    const unexplained = shared.filter(([table]) => !(table in sharedTables));
    expect(unexplained.map(([table, owners]) => `${table}: ${[...owners].join(', ')}`)).toEqual([]);
    expect(Object.keys(sharedTables).filter((table) => (slugs.get(table)?.size ?? 0) < 2)).toEqual([]);
  });
});
