import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** A client on its own socket that sends one request and reads nothing until it is asked to. */
export interface SlowReader {
  /** From now on it reads. */
  read(): void;
  /** What it has read, headers and chunk sizes included. */
  received(): string;
  /** Resolves when the connection has closed; a reader that does not read learns of it once it does. */
  closed: Promise<void>;
  close(): void;
}

export function connectSlowReader(
  url: string,
  path: string,
  headers: Record<string, string> = {},
): SlowReader {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) }).pause();
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.on('error', () => undefined);
  let text = '';
  socket.setEncoding('utf8');
  return {
    read: () => void socket.on('data', (chunk) => (text += String(chunk))).resume(),
    received: () => text,
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
    close: () => socket.destroy(),
  };
}

/** A comment of an event stream: clients skip it. */
const COMMENT = `: ${'-'.repeat(8_188)}\n\n`;

/**
 * Fills what the system keeps between the two sockets of an event stream (megabytes, on the loopback interface), so that
 * whatever is written from now on waits in the process.
 */
export async function fillConnection(response: ServerResponse): Promise<void> {
  for (let idle = 0; idle < 20; idle += 1) {
    while (response.writableLength === 0) {
      idle = 0;
      response.write(COMMENT);
      await turn();
    }
    await turn();
  }
}
