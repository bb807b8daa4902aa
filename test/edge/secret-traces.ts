import type { Client } from '@temporalio/client';
import type { Knex } from '#db/kernel/knex.js';
import { tableNames } from '../../scripts/generated/schema-reference.js';

/** Everything that a run of the platform leaves behind, as texts by where they were found. */
export type Traces = Map<string, string>;

/** Every byte string of a history as text: payloads are bytes, and in clear where no key encrypts them. */
function readable(_key: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  const buffer = value as { type?: string; data?: number[] } | null;
  if (buffer?.type === 'Buffer' && Array.isArray(buffer.data))
    return Buffer.from(buffer.data).toString('utf8');
  return typeof value === 'bigint' ? String(value) : value;
}

/** The histories of every run of a namespace, with their memos and search attributes. */
export async function historyTraces(client: Client): Promise<Traces> {
  const traces: Traces = new Map();
  for await (const run of client.workflow.list()) {
    const handle = client.workflow.getHandle(run.workflowId, run.runId);
    const { raw } = await handle.describe();
    const history = await handle.fetchHistory();
    traces.set(`history of ${run.workflowId}`, JSON.stringify([raw, history], readable));
  }
  return traces;
}

/** Every row of every table. */
export async function tableTraces(knex: Knex): Promise<Traces> {
  const traces: Traces = new Map();
  for (const table of await tableNames(knex)) {
    traces.set(`table ${table}`, JSON.stringify(await knex(table).select('*')));
  }
  return traces;
}

/** Bodies and headers of all responses with an error status that `fetch` gets until `stop`. */
export function recordErrorResponses(): { traces: Traces; stop: () => void } {
  const traces: Traces = new Map();
  const real = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    const response = await real(...args);
    if (response.status >= 400) {
      const copy = response.clone();
      const text = `${JSON.stringify([...copy.headers])}${await copy.text()}`;
      traces.set(`response ${traces.size + 1} (${response.status} ${new URL(response.url).pathname})`, text);
    }
    return response;
  };
  return { traces, stop: () => (globalThis.fetch = real) };
}

/** Where a secret stands, in any of the writings in which it could slip out. */
export function whereIs(secret: string, traces: Traces): string[] {
  const writings = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('hex'),
  ];
  return [...traces]
    .filter(([, text]) => writings.some((item) => text.includes(item)))
    .map(([place]) => place);
}
