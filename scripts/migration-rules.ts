/**
 * What a migration may not do while the code before it still runs: for some minutes of every deploy both versions work
 * on one schema. `docs/operations.md` says what to do in place of each.
 */

export interface MigrationProblem {
  rule: string;
  statement: string;
  message: string;
}

interface Rule {
  name: string;
  applies: (sql: string) => boolean;
  message: string;
  /** The table it is about: one that the same migration made is nobody's yet. */
  table?: RegExp;
}

const ALTERED = /^alter table (?:if exists )?(?:only )?"?(\w+)"?/;
const has = (pattern: RegExp) => (sql: string) => pattern.test(sql);
const both =
  (...patterns: RegExp[]) =>
  (sql: string) =>
    patterns.every((pattern) => pattern.test(sql));

/** Values that differ from row to row, so that every row is written anew. */
const VOLATILE =
  /\bdefault\b.*\b(gen_random_uuid|uuidv4|uuidv7|random|clock_timestamp|nextval)\b|\b(small|big)?serial\b|\bgenerated\b/;

const rules: readonly Rule[] = [
  {
    name: 'drop-table',
    applies: has(/^drop table/),
    message: 'the old code still reads it: drop it one release later',
  },
  {
    name: 'drop-column',
    applies: both(ALTERED, /\bdrop column\b/),
    message: 'the old code still names it: drop it one release later',
    table: ALTERED,
  },
  {
    name: 'rename',
    applies: has(/^alter (table|index|view|type|sequence)\b.*\brename\b/),
    message: 'one of two versions knows the other name: add the new one, write both, drop the old one later',
    table: ALTERED,
  },
  {
    name: 'change-type',
    applies: both(ALTERED, /\balter (column )?"?\w+"? (set data )?type\b/),
    message: 'rewrites the table under a lock: add a column of the new type and fill it',
    table: ALTERED,
  },
  {
    name: 'set-not-null',
    applies: both(ALTERED, /\bset not null\b/),
    message:
      'the old code may leave it empty, and the table is read under a lock: check it NOT VALID, validate, then set it',
    table: ALTERED,
  },
  {
    name: 'not-null-without-default',
    applies: (sql) =>
      ALTERED.test(sql) &&
      columnsAdded(sql).some(
        (column) => /\bnot null\b/.test(column) && !/\b(default|generated)\b/.test(column),
      ),
    message: 'the old code inserts without it: give it a default',
    table: ALTERED,
  },
  {
    name: 'volatile-default',
    applies: (sql) => ALTERED.test(sql) && columnsAdded(sql).some((column) => VOLATILE.test(column)),
    message:
      'rewrites the table under a lock: add it without the default, set the default, fill it in batches',
    table: ALTERED,
  },
  {
    name: 'drop-default',
    applies: both(ALTERED, /\bdrop default\b/),
    message: 'the old code inserts without a value: drop it one release later',
    table: ALTERED,
  },
  {
    name: 'index-not-concurrently',
    applies: (sql) => /^create (unique )?index\b/.test(sql) && !/\bconcurrently\b/.test(sql),
    message:
      'holds up every write: CREATE INDEX CONCURRENTLY, with `export const config = { transaction: false }`',
    table: /\bon (?:only )?"?(\w+)"?/,
  },
  {
    name: 'drop-index-not-concurrently',
    applies: (sql) => /^drop index\b/.test(sql) && !/\bconcurrently\b/.test(sql),
    message: 'waits for and holds up everybody on the table: DROP INDEX CONCURRENTLY',
  },
  {
    name: 'constraint-not-valid',
    applies: (sql) =>
      ALTERED.test(sql) &&
      /\badd (constraint "?\w+"? )?(foreign key|check)\b/.test(sql) &&
      !/\bnot valid\b/.test(sql),
    message:
      'reads the whole table under a lock: add it NOT VALID, and validate it in a migration of its own',
    table: ALTERED,
  },
  {
    name: 'constraint-builds-index',
    applies: (sql) =>
      ALTERED.test(sql) &&
      /\badd (constraint "?\w+"? )?(unique|primary key|exclude)\b/.test(sql) &&
      !/\busing index\b/.test(sql),
    message: 'builds its index under a lock: build it CONCURRENTLY, then ADD CONSTRAINT … USING INDEX',
    table: ALTERED,
  },
  {
    name: 'whole-table-write',
    applies: (sql) => /^(update|delete from)\b/.test(sql),
    message: 'holds its rows until the end of the migration: fill in batches, from a script or a workflow',
    table: /^(?:update|delete from) (?:only )?"?(\w+)"?/,
  },
  {
    name: 'heavy-lock',
    applies: (sql) =>
      /^(truncate|lock table|cluster|vacuum full)\b/.test(sql) ||
      (/^reindex\b/.test(sql) && !/\bconcurrently\b/.test(sql)),
    message: 'nobody else can use the table meanwhile',
  },
  {
    name: 'cascade',
    applies: has(/^(drop|truncate)\b.*\bcascade\b/),
    message: 'name what goes: cascade takes what nobody looked at',
  },
];

export const migrationRules = rules.map(({ name }) => name);

/** The parts of an `alter table` that add a column, without brackets. Commas inside brackets separate nothing. */
function columnsAdded(sql: string): string[] {
  let flat = sql;
  while (/\([^()]*\)/.test(flat)) flat = flat.replace(/\([^()]*\)/g, (inner) => inner.replace(/[(),]/g, ' '));
  return flat
    .replace(ALTERED, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /^add (?!constraint|foreign key|check|unique|primary key|exclude)/.test(part));
}

const OVERRIDE = /--[ \t]*allow ([a-z-]+):[ \t]*(\S.{9,})/g;

interface Statement {
  sql: string;
  allowed: Set<string>;
}

/** The statements in the template strings of `up`; bodies of functions are code, not schema, and are left out. */
function statementsOf(text: string): Statement[] {
  const up = text.slice(
    text.indexOf('function up'),
    text.includes('function down') ? text.indexOf('function down') : undefined,
  );
  const literals = [...up.matchAll(/`([^`]*)`|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)];
  return literals
    .map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    .map((sql) => sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''"))
    .flatMap((sql) => sql.split(';'))
    .map((raw) => ({
      allowed: new Set([...raw.matchAll(OVERRIDE)].map((match) => match[1] ?? '')),
      sql: raw.replace(/--.*$/gm, ' ').replace(/\s+/g, ' ').trim().toLowerCase(),
    }))
    .filter(({ sql }) => sql !== '');
}

/**
 * What stands against running a migration beside the code before it. A statement with a comment
 * `-- allow <rule>: <why it is harmless here>` is let through that rule.
 */
export function migrationProblems(text: string): MigrationProblem[] {
  const statements = statementsOf(text);
  const made = new Set(
    statements.flatMap(({ sql }) => /^create table (?:if not exists )?"?(\w+)"?/.exec(sql)?.[1] ?? []),
  );
  const problems = statements.flatMap(({ sql, allowed }) =>
    rules
      .filter((rule) => rule.applies(sql) && !allowed.has(rule.name))
      .filter((rule) => !made.has(rule.table?.exec(sql)?.[1] ?? ''))
      .map(({ name, message }) => ({ rule: name, statement: sql.slice(0, 120), message })),
  );
  if (/\b(index) concurrently\b/i.test(text) && !/transaction:\s*false/.test(text)) {
    const message = 'cannot run in a transaction: export const config = { transaction: false }';
    problems.push({ rule: 'concurrently-in-transaction', statement: '', message });
  }
  if (/\bknex\s*\.\s*schema\b|\.alterTable\(/.test(text)) {
    problems.push({
      rule: 'plain-sql',
      statement: '',
      message: 'write SQL with knex.raw: these rules read SQL alone',
    });
  }
  return problems;
}
