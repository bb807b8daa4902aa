import { randomBytes } from 'node:crypto';
import { createJournal } from '../_shared/journal.js';

export type BatchOutcome = 'finished' | 'error' | 'canceled' | 'stuck';

export interface BatchRequest {
  method: 'CREATE' | 'UPDATE' | 'DELETE';
  data: { id: string } & Record<string, unknown>;
}

export interface Batch {
  handle: string;
  catalogId: string;
  at: number;
  outcome: BatchOutcome;
  requests: BatchRequest[];
  errors: { line: number; id: string; message: string }[];
}

export interface SocialToken {
  token: string;
  kind: 'short' | 'user' | 'system_user';
  /** The secret of the app as the token was made: another one makes it invalid. */
  secret: string;
  /** Null for one that never expires. */
  expiresAt: number | null;
  systemUserId: string | null;
}

export interface SystemUser {
  id: string;
  businessId: string;
  name: string;
  catalogs: string[];
  installed: boolean;
}

type Entry =
  | { op: 'token'; token: SocialToken }
  | { op: 'revoke'; token: string }
  | { op: 'system_user'; user: SystemUser }
  | { op: 'batch'; batch: Batch }
  | { op: 'item'; catalogId: string; id: string; item: Record<string, unknown> | null };

/** The businesses of everybody who signs in, each with its own catalogs or of clients. */
export const businesses: readonly {
  id: string;
  name: string;
  owned: { id: string; name: string }[];
  clients: { id: string; name: string }[];
}[] = [
  {
    id: '9001',
    name: 'Sandbox Business',
    owned: [
      { id: '7001', name: 'Main catalog' },
      { id: '7002', name: 'Second catalog' },
    ],
    clients: [{ id: '7003', name: 'Catalog of a client' }],
  },
  { id: '9002', name: 'Another business', owned: [{ id: '7004', name: 'Another catalog' }], clients: [] },
];

/** Everything the sandbox remembers: tokens, system users, catalogs and batches. */
export function createCatalogBook(file?: string) {
  const tokens = new Map<string, SocialToken>();
  const systemUsers = new Map<string, SystemUser>();
  const batches = new Map<string, Batch>();
  const items = new Map<string, Map<string, Record<string, unknown>>>();

  const itemsOf = (catalogId: string) => {
    const known = items.get(catalogId) ?? new Map<string, Record<string, unknown>>();
    items.set(catalogId, known);
    return known;
  };

  const write = createJournal<Entry>(file, (entry) => {
    if (entry.op === 'token') tokens.set(entry.token.token, entry.token);
    if (entry.op === 'revoke') tokens.delete(entry.token);
    if (entry.op === 'system_user') systemUsers.set(entry.user.id, entry.user);
    if (entry.op === 'batch') batches.set(entry.batch.handle, entry.batch);
    if (entry.op === 'item' && entry.item) itemsOf(entry.catalogId).set(entry.id, entry.item);
    if (entry.op === 'item' && !entry.item) itemsOf(entry.catalogId).delete(entry.id);
  });

  return {
    write,
    itemsOf,
    token: (token: string) => tokens.get(token),
    batch: (handle: string) => batches.get(handle),
    systemUser: (id: string) => systemUsers.get(id),
    systemUsers: (businessId: string) =>
      [...systemUsers.values()].filter((item) => item.businessId === businessId),
    grant(token: Omit<SocialToken, 'token'>): SocialToken {
      const made = { ...token, token: `EAAsandbox${randomBytes(24).toString('base64url')}` };
      write({ op: 'token', token: made });
      return made;
    },
    tokens: () => [...tokens.values()],
    endTokens: () => tokens.clear(),
    nextId: (prefix: string) => `${prefix}${Date.now()}${Math.floor(Math.random() * 1_000)}`,
  };
}

export type CatalogBook = ReturnType<typeof createCatalogBook>;
