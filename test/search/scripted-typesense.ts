import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface ServerCall {
  method: string;
  path: string;
  query: Record<string, string>;
  key: string | undefined;
  body: string;
}

export interface ScriptedResponse {
  status?: number;
  body?: unknown;
  /** Lines as they are. */
  text?: string;
  delayMs?: number;
}

/** A server that plays a script: what it was asked, and what a test has it say. */
export interface ScriptedServer {
  url: string;
  calls: ServerCall[];
  /** What it says that it is. */
  version: string;
  /** Decides every response from now on; undefined is 404. */
  response(script: (call: ServerCall) => ScriptedResponse | undefined): void;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const calls: ServerCall[] = [];
  let script: (call: ServerCall) => ScriptedResponse | undefined = () => undefined;
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://server');
      const call: ServerCall = {
        method: request.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        key: request.headers['x-typesense-api-key'] as string | undefined,
        body: await bodyOf(request),
      };
      if (call.path === '/debug') {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ state: 1, version: scripted.version }));
        return;
      }
      calls.push(call);
      const {
        status = 200,
        body = {},
        text,
        delayMs = 0,
      } = script(call) ?? { status: 404, body: { message: 'Not Found' } };
      setTimeout(() => {
        const type = text === undefined ? 'application/json' : 'text/plain';
        response.writeHead(status, { 'content-type': type });
        response.end(text ?? JSON.stringify(body));
        // One that comes too late keeps no process.
      }, delayMs).unref();
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const scripted: ScriptedServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    version: '30.1',
    response: (next) => (script = next),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return scripted;
}
