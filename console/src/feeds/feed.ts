/** The operations of a feed: the pages of feeds differ in nothing else. */
export interface FeedOperations {
  status: string;
  connect: string;
  disconnect: string;
  bootstrap: string;
  diagnostics: string;
  removeTarget: string;
  items: string;
  explain: string;
  remote: string;
  resync: string;
  /** Sends all failed items again, and looks at all skipped ones anew. */
  resyncFailed?: string;
  resyncSkipped?: string;
  /** The parameter by which the operations name a variant. */
  parameter: string;
}

export interface FeedStatus {
  connected: boolean;
  accountId: string | null;
  connectedAt: string | null;
  syncEnabled: boolean;
  feedMode: 'live' | 'dry_run';
  reconnectRequired: boolean;
  paused: { reason: string; message: string | null; until: string | null } | null;
  waitsFor: string | null;
  target: string | null;
  started: boolean;
  startedAt: string | null;
  leftBehind: { target: string; items: number; removing: number; lastError: string | null }[];
  configuration: { oauthClient: string; feed: string; missingKeys: string[]; warnings: string[] };
  missingKeys?: string[];
  counts: Record<string, number>;
}

export interface FeedItem {
  variantId: string;
  productId: string;
  productTitle: string;
  sku: string | null;
  price: number | null;
  thumbnail: string | null;
  syncStatus: string;
  lastPushedAt: string | null;
  lastError: string | null;
  attempts: number;
}

export interface FeedExplanation {
  eligibility: { eligible: boolean; reason: string | null };
  missing: { field: string; message: string }[];
  lastSent: { at: string | null; payload: Record<string, unknown> | null } | null;
  nextPayload: Record<string, unknown> | null;
  changed: boolean;
  differences: { path: string; before: unknown; after: unknown }[];
  intent: {
    kind: string;
    state: string;
    attempts: number;
    dueAt: string;
    error: string | null;
    waitsFor: string | null;
  } | null;
}
