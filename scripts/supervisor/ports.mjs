import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlainError } from './plain-error.mjs';

const LOOPBACK = '127.0.0.1';

/** Does anything accept connections on this port of this machine? */
export function isAnswering(port, host = LOOPBACK) {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1_000 });
    const finish = (response) => {
      socket.destroy();
      resolve(response);
    };
    socket.once('connect', () => finish(true));
    socket.once('timeout', () => finish(false));
    socket.once('error', () => finish(false));
  });
}

/** Tries to listen. @returns {Promise<string | undefined>} the error code when that is refused. */
function tryListen(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(error.code));
    server.listen({ port, host: LOOPBACK }, () => server.close(() => resolve(undefined)));
  });
}

/**
 * Systems give the ports above these (Linux from 32768 on, macOS from 49152 on) to programs that ask for any: one of those
 * may be somebody else's before it is used, or while its program is down.
 */
const OWN_PORTS = { from: 20_000, to: 32_768 };

/** A port that was free a moment ago, and that nobody is given by chance. Callers must be ready to lose the race for it. */
export async function freePort() {
  for (;;) {
    const port = randomInt(OWN_PORTS.from, OWN_PORTS.to);
    if (!(await isAnswering(port)) && (await tryListen(port)) === undefined) return port;
  }
}

/**
 * Refuses a port that cannot be used, with one line that names it and its variable.
 * @param {{ port: number, variable: string, what: string }} wanted
 * @throws PlainError
 */
export async function requirePort({ port, variable, what }) {
  // macOS lets a second program listen beside a wildcard listener, hence the connection attempts as well.
  const responding = (await isAnswering(port)) || (await isAnswering(port, '::1'));
  const refusal = responding ? 'EADDRINUSE' : await tryListen(port);
  if (refusal === undefined) return;
  if (refusal === 'EADDRINUSE') {
    throw new PlainError(
      `Port ${port} (${what}) is in use by another program: stop that or set ${variable} to a free port.`,
    );
  }
  if (refusal === 'EACCES') {
    throw new PlainError(
      `Port ${port} (${what}) is not allowed for this user: set ${variable} to a port above 1023.`,
    );
  }
  throw new PlainError(
    `Port ${port} (${what}) cannot be opened (${refusal}): set ${variable} to another port.`,
  );
}

/** Waits until something accepts connections. @returns {Promise<boolean>} false after `ms`, or when `givenUp()`. */
export async function waitForPort(port, ms, givenUp = () => false) {
  const deadline = Date.now() + ms;
  while (!(await isAnswering(port))) {
    if (Date.now() > deadline || givenUp()) return false;
    await sleep(50);
  }
  return true;
}
