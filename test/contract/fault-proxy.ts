import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProxiedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
}

/** A JSON response on its way to the client; what is changed of it is what arrives. */
export interface ProxiedResponse {
  status: number;
  // Whatever the platform says: a fault knows which field it changes.
  body: { data: never; metadata?: Record<string, unknown>; [field: string]: unknown };
}

/** One way in which a platform could break its contract. */
export interface PlantedFault {
  request?(request: ProxiedRequest): void;
  response?(request: ProxiedRequest, response: ProxiedResponse): void;
  /** Of a stream. */
  chunk?(text: string): string;
}

export interface FaultProxy {
  url: string;
  /** Undefined passes everything on as it is. */
  plant(fault: PlantedFault | undefined): void;
  close(): Promise<void>;
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Stands between the tables and the platform, and alters what passes. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let fault: PlantedFault | undefined;

  async function pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(req.headers))
      if (typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name))
        headers[name] = value;
    const request = { method: req.method ?? 'GET', path: req.url ?? '/', headers };
    fault?.request?.(request);
    const body = await bodyOf(req);
    const leave = new AbortController();
    res.once('close', () => leave.abort());
    const response = await fetch(`${target}${request.path}`, {
      method: request.method,
      headers,
      redirect: 'manual',
      signal: leave.signal,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    for (const [name, value] of response.headers)
      if (!['content-encoding', 'content-length', 'transfer-encoding', 'connection'].includes(name))
        res.setHeader(name, value);
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('text/event-stream')) {
      res.writeHead(response.status);
      const decoder = new TextDecoder();
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        const text = decoder.decode(chunk, { stream: true });
        res.write(fault?.chunk?.(text) ?? text);
      }
      return void res.end();
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!type.includes('json') || !fault?.response) return void res.writeHead(response.status).end(bytes);
    const altered = {
      status: response.status,
      body: JSON.parse(bytes.toString()) as ProxiedResponse['body'],
    };
    fault.response(request, altered);
    res.writeHead(altered.status).end(JSON.stringify(altered.body));
  }

  const server = createServer((req, res) => {
    pass(req, res).catch(() => res.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plant: (planted) => void (fault = planted),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
