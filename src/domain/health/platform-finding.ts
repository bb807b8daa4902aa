/** The parts that `/health/ready` names. */
export const platformParts = ['database', 'engine', 'search', 'storage'] as const;
export type PlatformPart = (typeof platformParts)[number];

/** Something about the platform itself that is not well. */
export interface PlatformFinding {
  /** Stable, for clients: `open_flows`. */
  kind: string;
  /** What is wrong and what helps, in one sentence. */
  problem: string;
  /** `problem`: something does not work. `notice`: everything works, and somebody should look. */
  weight: 'problem' | 'notice';
  part?: PlatformPart;
  /** Path of the operation that shows more. */
  link: string;
  /** The kind of `GET /admin/attention` that shows the same rows one by one. */
  attention?: string;
}
