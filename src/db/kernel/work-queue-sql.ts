type KeyType = 'uuid' | 'text' | 'date' | 'integer' | 'bigint';

/** How failures put a row off: the first delay doubles with each one in a row. */
export interface Backoff {
  firstSeconds: number;
  maxSeconds: number;
}

/** Rows that may be taken, in their order. SQL in it calls the row `q`. */
export interface OpenRows {
  /** True while there is work left, as the partial index has it. */
  open: string;
  /** An instant before which a row is not taken, as the index has it; none where every open row may be taken. */
  notBefore?: string;
  /** Which rows come first; those that wait longest by default. */
  order?: string;
}

/** A table that is worked off. */
export interface QueueTable extends OpenRows {
  name: string;
  /** The columns of the primary key with their SQL types, in the order of the key. */
  key: Readonly<Record<string, KeyType>>;
  /** Columns that divide it into their own queues, named by each claim: the feed, the drain. */
  scope?: readonly string[];
  /** What is taken when the rows above do not fill a batch. */
  otherwise?: OpenRows;
  /** Earlier rows with the same values in these columns go first, as long as `heldUpBy` is true of one. */
  orderPer?: readonly string[];
  heldUpBy?: string;
  /**
   * Rows are taken in turns between the values of these columns, and at most `atOnce` of one value are leased. `of` selects
   * the values that may be taken, under the names of the columns: a claim then looks up the first rows of each by an index
   * that begins with them, where it would otherwise read all open rows. Of a value that no other lease has rows of, a claim
   * may take more than are worked off at once, up to `ahead`: its process then keeps to `atOnce` itself.
   */
  turns?: { between: readonly string[]; atOnce?: number; ahead?: number; of?: string };
  /** Until when a claim lasts: the end of its transaction, or an instant in a column. */
  lease: 'transaction' | { until: string; id?: string; seconds: number };
  /** SQL, true while a number is that of the process that may claim, and the column in which claims keep it. */
  holder?: { column: string; isValid: string };
  /** What else a claim sets, what a row that is given back gets, and how a row shows that it is leased. */
  set?: string;
  givenBack?: string;
  held?: string;
  /** The column of `notBefore` that failures set. */
  putOff?: string;
  backoff?: Backoff;
  /** Since when a row waits, for `oldest`. */
  since?: string;
  /** What a claim returns: columns, and SQL beside them. */
  columns: readonly string[];
  alsoReturns?: string;
}

/** The delay after a failure, as an interval. @param attempts SQL, failures in a row before this one */
export function backoffSql(attempts: string, { firstSeconds, maxSeconds }: Backoff): string {
  return `least(${firstSeconds} * power(2, least(${attempts}, 30)), ${maxSeconds}) * interval '1 second'`;
}

type Ordered = Pick<QueueTable, 'name' | 'key' | 'orderPer' | 'heldUpBy'>;

/** True of a row that no earlier one of its order holds up. */
function firstInOrder({ name, key, orderPer = [], heldUpBy = 'false' }: Ordered): string {
  const [id] = Object.keys(key);
  const same = orderPer.map((column) => `earlier.${column} = q.${column}`).join(' and ');
  // `offset 0`, behind the conditions, keeps the server from joining instead: right after a burst of rows its statistics
  // do not know of them, and a join that looks good for a few rows reads all of them for each.
  return `not exists (select 1 from ${name} earlier where ${same} and earlier.${id} < q.${id}
    and ${heldUpBy.replaceAll('q.', 'earlier.')} offset 0)`;
}

/** True of a row that can be taken. @param at SQL of the instant by which rows are due */
export function readySql(table: Ordered & OpenRows, at = 'now()'): string {
  const { open, notBefore, orderPer } = table;
  return [
    open,
    ...(notBefore ? [`${notBefore} <= ${at}`] : []),
    ...(orderPer ? [firstInOrder(table)] : []),
  ].join(' and ');
}

/** What binds a mark to the process that has claimed its rows; without a number nothing does. */
export function claimedUnder(
  { holder }: Pick<QueueTable, 'holder'>,
  number: number | undefined,
): { sql: string; bindings: number[] } {
  if (number === undefined || !holder) return { sql: '', bindings: [] };
  return { sql: `and q.${holder.column} = ? and ${holder.isValid}`, bindings: [number, number] };
}
