import type { Permission } from '#domain/_shared/permission.js';

/** Something that waits for a person: a failure with its remedy, or a decision. */
export interface AttentionKind {
  /** Stable, for clients: `failedRefunds`. */
  kind: string;
  title: string;
  /** What a person does about it, in one sentence. */
  remedy: string;
  /** A failure, rather than a decision that somebody waits for. */
  failed: boolean;
  /** Without it the kind is not shown. */
  permission: Permission;
  /** Path of the list that shows the same rows. */
  link: string;
  /**
   * The rows that wait, newest first, with `id`, `title`, `reason` (or null), `at` and `link`, all but `at` as text. It is read
   * up to 1,001 rows, so that it needs an index of the rows that wait.
   */
  sql: string;
}
