import { Webhook } from 'standardwebhooks';

/** A request as it came. */
export interface ReceivedWebhook {
  at: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** `webhook-id`, and the type of the event in the body. */
  id: string;
  type: string;
  /** By the secret that was set for the path; `unknown` where none was. */
  signature: 'good' | 'bad' | 'unknown';
  /** What the standard's library said of a bad one. */
  problem?: string;
}

/** The most recent requests that are kept. */
const LENGTH = 20_000;

/** What came, each request held against the secret of its path by the standard's own library. */
export function createWebhookInbox(now: () => Date = () => new Date()) {
  const received: ReceivedWebhook[] = [];
  const secrets = new Map<string, string>();

  function judge(path: string, headers: Record<string, string>, body: string) {
    const secret = secrets.get(path);
    if (secret === undefined) return { signature: 'unknown' as const };
    try {
      new Webhook(secret).verify(body, headers);
      return { signature: 'good' as const };
    } catch (error) {
      return { signature: 'bad' as const, problem: (error as Error).message };
    }
  }

  function typeOf(body: string): string {
    try {
      const { type } = JSON.parse(body) as { type?: unknown };
      return typeof type === 'string' ? type : '';
    } catch {
      return '';
    }
  }

  return {
    received: received as readonly ReceivedWebhook[],
    setSecret: (path: string, secret: string) => void secrets.set(path, secret),
    take(path: string, headers: Record<string, string>, body: string): ReceivedWebhook {
      const entry = {
        at: now().toISOString(),
        path,
        headers,
        body,
        id: headers['webhook-id'] ?? '',
        type: typeOf(body),
        ...judge(path, headers, body),
      };
      received.push(entry);
      if (received.length > LENGTH) received.shift();
      return entry;
    },
    clear: () => void (received.length = 0),
  };
}
