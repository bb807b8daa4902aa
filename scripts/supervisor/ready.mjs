import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlainError } from './plain-error.mjs';

const timeoutMs = 90_000;

/** What /health/ready says is missing, in one line. */
function describe(body) {
  try {
    return JSON.stringify(JSON.parse(body)).slice(0, 300);
  } catch {
    return body.slice(0, 300);
  }
}

/** The address on which a server responds that was told to listen on `host`. */
const reachable = (host) => (!host || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);

/** Without `fetch`, which refuses ports that browsers refuse (6000, for one): a client of ours may be no browser. */
function read(url) {
  return new Promise((resolve, reject) => {
    const request = get(url, { signal: AbortSignal.timeout(5_000) }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => (body += text));
      response.once('error', reject).once('end', () => resolve({ status: response.statusCode, body }));
    });
    request.once('error', reject);
  });
}

/** Whether the API reports that it lives, whatever it is without. */
export async function responsesAlive({ port, host }) {
  const { status } = await read(`http://${reachable(host)}:${port}/health/live`);
  return status === 200;
}

/** The index of the demo data is there within seconds; a shop with many products is not waited for. */
const fillingMs = 20_000;
const isFilling = (body, waitedMs) => waitedMs < fillingMs && JSON.parse(body).parts?.search === 'filling';

/**
 * Waits until the API says that it and everything it needs is up.
 * @param {{ port: number, host?: string }} api where it listens
 * @param {() => boolean} givenUp true when waiting makes no sense any more
 * @throws PlainError with its last response when that takes longer than 90 s
 */
export async function waitUntilReady({ port, host }, givenUp) {
  const begun = Date.now();
  const deadline = begun + timeoutMs;
  let last = 'it does not respond';
  while (!givenUp()) {
    try {
      const { status, body } = await read(`http://${reachable(host)}:${port}/health/ready`);
      if (status === 200 && !isFilling(body, Date.now() - begun)) return;
      last = `${status} ${describe(body)}`;
    } catch {
      // not listening yet
    }
    if (Date.now() > deadline) {
      throw new PlainError(
        `The API on port ${port} (PORT) was not ready within ${timeoutMs / 1000} s: ${last}`,
      );
    }
    await sleep(150);
  }
}
