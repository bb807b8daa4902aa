import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestListener {
  port: number;
  /** Host header and path of each request, in order. */
  asked: string[];
  close(): Promise<void>;
}

/** A server that records the host and the path of each request. */
export async function startListener(respond: RequestListener, host = '127.0.0.1'): Promise<TestListener> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host} ${request.url}`);
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
