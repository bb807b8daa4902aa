export const approvalKinds = ['new', 'change'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** What a vendor is shown of a change that waits for an approval, with the product as it is on sale. */
export interface PendingChange {
  id: string;
  kind: ApprovalKind;
  version: number;
  submittedAt: string;
  /** The fields that differ. */
  fields: string[];
}
