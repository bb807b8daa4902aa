import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ownHostsOnly } from './own-hosts.js';

export interface RunningServer {
  /** `http://127.0.0.1:4100`, without a trailing slash. */
  url: string;
  port: number;
  /** Ends open connections too: a sandbox owes nobody a graceful goodbye. */
  close(): Promise<void>;
}

/**
 * Serves HTTP on a port, 0 for a free one, at its own host names.
 * @throws the error of the socket (EADDRINUSE, EACCES) when the port cannot be had.
 */
export async function listen(
  handler: RequestListener,
  options: { port: number; host?: string },
): Promise<RunningServer> {
  const host = options.host ?? '127.0.0.1';
  const server = createServer(ownHostsOnly(handler, host));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    port,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
