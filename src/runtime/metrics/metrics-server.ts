import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fullDiskRefusals } from '#lib/full-disk.js';
import { droppedLogLines } from '#lib/logger.js';
import { collectDefaultMetrics } from 'prom-client';
import type { Container } from '#runtime/container.js';

export interface MetricsServer {
  /** Where it responds; null when `METRICS_PORT` is not set. */
  url: string | null;
}

/**
 * Returns `GET /metrics` on its own port, so that the public one never shows them. `more` adds the text of another
 * source in this process; what cannot be read is left out, and said in the log.
 * @throws the system's error when the port cannot be opened
 */
export async function startMetricsServer(
  { config, metrics, logger, onStop }: Pick<Container, 'config' | 'metrics' | 'logger' | 'onStop'>,
  more: () => Promise<string> = () => Promise.resolve(''),
): Promise<MetricsServer> {
  if (config.METRICS_PORT === undefined) return { url: null };
  collectDefaultMetrics({ register: metrics.registry });
  metrics.onRead(() => metrics.log.dropped.set(droppedLogLines()));
  metrics.onRead(() => {
    for (const [disk, count] of Object.entries(fullDiskRefusals())) metrics.disk.full.set({ disk }, count);
  });

  async function moreText(): Promise<string> {
    try {
      return await more();
    } catch (error) {
      logger.warn({ err: error }, 'metrics of the engine cannot be read');
      return '';
    }
  }
  async function respond(response: ServerResponse): Promise<void> {
    try {
      const [own, others] = await Promise.all([metrics.text(), moreText()]);
      response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(own + others);
    } catch (error) {
      logger.error({ err: error }, 'metrics cannot be read');
      response.writeHead(500, { 'content-type': 'text/plain' }).end('The metrics cannot be read\n');
    }
  }

  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] === '/metrics' && request.method === 'GET') void respond(response);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('Only GET /metrics\n');
  });
  server.listen(config.METRICS_PORT, config.HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  logger.info({ port }, 'metrics are served');
  onStop(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return { url: `http://${host}:${port}/metrics` };
}
