import { randomBytes } from 'node:crypto';
import { createJournal } from '../_shared/journal.js';

/** A product as it was sent. */
export interface StoredProduct {
  /** Plain: `en~IN~<offer id>`. */
  id: string;
  input: Record<string, unknown>;
  version: number;
  dataSourceId: string;
  updatedAt: number;
  createdAt: number;
}

export interface StoredSource {
  id: string;
  displayName: string;
  input: 'API' | 'FILE' | 'UI';
  primary: { contentLanguage?: string; feedLabel?: string; countries?: string[] } | null;
}

type Entry =
  | { op: 'insert'; account: string; product: StoredProduct }
  | { op: 'delete'; account: string; id: string; at: number }
  | { op: 'source'; account: string; source: StoredSource }
  | { op: 'register'; account: string; at: number }
  | { op: 'grant'; kind: 'refresh' | 'access'; token: string; expiresAt: number | null }
  | { op: 'revoke'; token: string };

interface Account {
  products: Map<string, StoredProduct>;
  /** Deleted products stay in the processed view for a while. */
  deleted: Map<string, { product: StoredProduct; at: number }>;
  sources: Map<string, StoredSource>;
  registeredAt: number | null;
}

const defaultSources: readonly StoredSource[] = [
  {
    id: '1001',
    displayName: 'API products',
    input: 'API',
    primary: { contentLanguage: 'en', feedLabel: 'IN' },
  },
  {
    id: '1002',
    displayName: 'Products file',
    input: 'FILE',
    primary: { contentLanguage: 'en', feedLabel: 'IN' },
  },
  { id: '1003', displayName: 'Added by hand', input: 'UI', primary: null },
  // Without language and label it takes products of any.
  { id: '1004', displayName: 'API products of all countries', input: 'API', primary: {} },
];

/** Everything the sandbox remembers: accounts with their products, and tokens. */
export function createAccountBook(file?: string) {
  const accounts = new Map<string, Account>();
  const refreshTokens = new Map<string, { dead: boolean }>();
  const accessTokens = new Map<string, number>();

  function accountOf(id: string): Account {
    let account = accounts.get(id);
    if (!account) {
      const sources = new Map(defaultSources.map((source) => [source.id, source]));
      account = { products: new Map(), deleted: new Map(), sources, registeredAt: null };
      accounts.set(id, account);
    }
    return account;
  }

  const write = createJournal<Entry>(file, (entry) => {
    if (entry.op === 'grant') {
      if (entry.kind === 'refresh') refreshTokens.set(entry.token, { dead: false });
      else accessTokens.set(entry.token, entry.expiresAt ?? 0);
    } else if (entry.op === 'revoke') {
      refreshTokens.delete(entry.token);
      accessTokens.delete(entry.token);
    } else {
      const account = accountOf(entry.account);
      if (entry.op === 'insert') account.products.set(entry.product.id, entry.product);
      if (entry.op === 'source') account.sources.set(entry.source.id, entry.source);
      if (entry.op === 'register') account.registeredAt = entry.at;
      if (entry.op === 'delete') {
        const product = account.products.get(entry.id);
        account.products.delete(entry.id);
        if (product) account.deleted.set(entry.id, { product, at: entry.at });
      }
    }
  });

  const newToken = (prefix: string) => `${prefix}${randomBytes(18).toString('base64url')}`;

  return {
    accountOf,
    write,
    grantRefresh(): string {
      const token = newToken('1//sandbox-refresh-');
      write({ op: 'grant', kind: 'refresh', token, expiresAt: null });
      return token;
    },
    grantAccess(expiresAt: number): string {
      const token = newToken('ya29.sandbox-access-');
      write({ op: 'grant', kind: 'access', token, expiresAt });
      return token;
    },
    isRefreshToken: (token: string) => refreshTokens.has(token),
    /** Whether an access token is good at an instant. */
    isGood: (token: string, now: number) => (accessTokens.get(token) ?? 0) > now,
    /** Ends all tokens, as the owner of the account does who withdraws the consent. */
    endGrants(): void {
      refreshTokens.clear();
      accessTokens.clear();
    },
    endAccess: () => accessTokens.clear(),
  };
}

export type AccountBook = ReturnType<typeof createAccountBook>;
