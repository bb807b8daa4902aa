import type { EventEmitter } from 'node:events';
import { type DestinationStream, type LoggerOptions, pino, type Logger as PinoLogger } from 'pino';
import { requestScope } from './request-scope.js';
import { traceId } from './tracing.js';

export type Logger = PinoLogger;

/** Names of fields that hold secrets wherever they appear in a logged object. */
const secretFields = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'secret',
  'apiKey',
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'key_secret',
  'webhook_secret',
];

/** Bytes of lines that wait for a disk that takes them again. */
const MAX_WAITING = 1024 * 1024;
let dropped = 0;

/** Lines that could not be written since the process began, or pieces of them: the disk was full. */
export function droppedLogLines(): number {
  return dropped;
}

/** Has lines counted that a stream loses; without a listener an error of it would end the process. */
export function countLost(stream: EventEmitter): void {
  stream.on('error', () => {
    dropped += 1;
  });
  stream.on('drop', () => {
    dropped += 1;
  });
}

/** Lines go out at once, so that the last ones of a process are there. @param fd stdout by default */
export function destination(fd: number = process.stdout.fd): DestinationStream {
  const stream = pino.destination({ fd, sync: true, maxLength: MAX_WAITING });
  countLost(stream as unknown as EventEmitter);
  return stream;
}

const redactPaths = secretFields.flatMap((name) => {
  const key = name.includes('-') ? `["${name}"]` : name;
  return name.includes('-') ? [key, `*${key}`, `*.*${key}`] : [key, `*.${key}`, `*.*.${key}`];
});

/** Structured logs on stdout: one JSON object a line, secrets replaced, request id and actor on each line. */
export function createLogger(
  options: { level: string; name: string },
  stream: DestinationStream = destination(),
): Logger {
  return pino(optionsOf(options), stream);
}

function optionsOf(options: { level: string; name: string }): LoggerOptions {
  return {
    name: options.name,
    level: options.level,
    redact: { paths: redactPaths, censor: '[secret]' },
    mixin: () => ({ ...requestScope(), traceId: traceId() }),
    timestamp: pino.stdTimeFunctions.isoTime,
    base: { pid: process.pid },
  };
}
