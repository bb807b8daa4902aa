/**
 * What erasure does with the rows: `delete`; `account` for rows that end with the account, last of all; `blank` sets
 * columns to SQL expressions (over `r`) and keeps the rest for the reason; `keep` leaves the rows as they are.
 */
export type Erasure =
  | { readonly kind: 'delete' | 'account' }
  | { readonly kind: 'blank'; readonly set: Readonly<Record<string, string>>; readonly kept: string }
  | { readonly kind: 'keep'; readonly kept: string };

/** A table with rows about a user. Each feature declares its own, `<slug>-personal-data-sql.ts`. */
export interface PersonalTable {
  readonly table: string;
  /** What the rows are, for the documentation: "Orders with their addresses". */
  readonly text: string;
  /**
   * SQL: which rows are about the user. The row is `r`; `:userId` is the user's id, null for a guest, and `:email` the
   * verified e-mail address in lower case.
   */
  readonly rows: string;
  /** The primary key, by which pages of the file go on. */
  readonly key: readonly string[];
  /** Columns of the file; empty with the reason in `notInFile`. */
  readonly file: readonly string[];
  readonly notInFile?: string;
  readonly erasure: Erasure;
}

export interface PersonalData {
  readonly tables: readonly PersonalTable[];
  /** Tables with a column that looks like personal data, and why no row is declared. */
  readonly none?: Readonly<Record<string, string>>;
}

/** The orders of a user, and those placed as a guest with the same e-mail address. */
export const ORDERS_OF_USER =
  '(select o.id from orders o where o.user_id = :userId or (o.guest and o.email = :email))';

/** In place of an e-mail address: it belongs to nobody, and no mail arrives there. */
export const ERASED_EMAIL = `:pseudonym || '@erased.invalid'`;

/** An address that keeps what a tax return needs: state, PIN code, country and the tax registration. */
export function blankedAddress(column: string): string {
  return `case when r.${column} is null then null else r.${column} || '{"name": "", "phone": "", "line1": "", "line2": null, "city": ""}'::jsonb end`;
}

export const deleted: Erasure = { kind: 'delete' };

/** Reasons that several features give. */
export const ACTED =
  'names who made a change by id alone; the id leads to nobody once the account is gone, and each change keeps its author';
export const BUSINESS = 'describes a vendor, which is a business; vendors are closed by the platform';
export const NO_PERSON = 'has no column about a person, although one is named alike';
