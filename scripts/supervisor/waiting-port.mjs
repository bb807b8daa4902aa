import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 50;
const TIMEOUT_MS = 60_000;

const unavailable = (seconds) => {
  const body = `{"statusCode":503,"errorCode":"SERVICE_UNAVAILABLE","message":"The API has not started again within ${seconds} s: see its log"}`;
  return `HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
};

/**
 * Keeps a port open while the process behind it is replaced (`npm run dev`): a connection waits until that process listens
 * again, at most a minute, and is then given a 503 response. The address of the client is lost, so this is for development alone.
 * @param {{ port: number, host?: string, target: number, patienceMs?: number }} options `target`: port of the process, on
 *   the loopback address
 * @returns {Promise<{ port: number, whileAway: (work: () => Promise<unknown>) => Promise<void>, close: () => void }>}
 *   `whileAway` lets connections wait from the beginning of `work` on
 */
export async function openWaitingPort({ port, host, target, timeoutMs = TIMEOUT_MS }) {
  const clients = new Set();
  let away = Promise.resolve();

  /** A connection to the process, or undefined when it does not listen in time or the client is gone. */
  async function reach(client) {
    for (
      const until = Date.now() + timeoutMs;
      Date.now() < until && !client.destroyed;
      await sleep(RETRY_MS)
    ) {
      await away;
      const upstream = await new Promise((resolve) => {
        const socket = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
        socket.once('connect', () => resolve(socket)).once('error', () => resolve(undefined));
      });
      if (upstream) return upstream;
    }
    return undefined;
  }

  async function serve(client) {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    client.on('error', () => client.destroy());
    const upstream = await reach(client);
    if (!upstream) {
      client.end(unavailable(timeoutMs / 1_000));
      client.resume();
      return;
    }
    upstream.on('error', () => client.destroy());
    client.once('close', () => upstream.destroy());
    // Half-open on both sides: an end is passed on, and the other direction goes on until its own end.
    client.pipe(upstream);
    upstream.pipe(client);
  }

  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => void serve(client));
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    port: server.address().port,
    async whileAway(work) {
      const before = away;
      let done;
      away = new Promise((resolve) => (done = resolve)).then(() => before);
      try {
        await work();
      } finally {
        done();
      }
    },
    close() {
      server.close();
      for (const client of clients) client.destroy();
    },
  };
}
