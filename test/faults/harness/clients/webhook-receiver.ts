/** The receiver of webhooks, over its controls. */
export interface ReceivedRequest {
  path: string;
  id: string;
  type: string;
  body: string;
  signature: 'good' | 'bad' | 'unknown';
  problem?: string;
}

export interface WebhookReceiver {
  url: string;
  /** Has signatures of a path checked by this secret. */
  setSecret(path: string, secret: string): Promise<void>;
  /** Lets every request to a path fail, or succeed again. */
  setBroken(path: string, broken: boolean): Promise<void>;
  received(): Promise<ReceivedRequest[]>;
}

export function createWebhookReceiver(url: string): WebhookReceiver {
  async function send(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`The receiver returned ${response.status}: ${await response.text()}`);
    return response;
  }
  return {
    url,
    setSecret: async (path, secret) => void (await send('PUT', `/_secrets${path}`, { secret })),
    setBroken: async (path, broken) =>
      void (await send('POST', '/_control', { statusOf: broken ? { [path]: 503 } : {} })),
    async received() {
      const { received } = (await (await send('GET', '/_log')).json()) as { received: ReceivedRequest[] };
      return received;
    },
  };
}
