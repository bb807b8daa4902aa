import { pino, type Logger as PinoLogger } from 'pino';
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

const redactPaths = secretFields.flatMap((name) => {
  const key = name.includes('-') ? `["${name}"]` : name;
  return name.includes('-') ? [key, `*${key}`, `*.*${key}`] : [key, `*.${key}`, `*.*.${key}`];
});

/** Structured logs on stdout: one JSON object a line, secrets replaced, request id and actor on each line. */
export function createLogger(options: { level: string; name: string }): Logger {
  return pino({
    name: options.name,
    level: options.level,
    redact: { paths: redactPaths, censor: '[secret]' },
    mixin: () => ({ ...requestScope(), traceId: traceId() }),
    timestamp: pino.stdTimeFunctions.isoTime,
    base: { pid: process.pid },
  });
}
