import { describe, expect, it } from '@jest/globals';
import { createDerivedPass } from '#activities/_shared/derived-pass.js';
import { createPrintPass } from '#activities/_shared/print-pass.js';
import type { DerivedRows, LeasedRow } from '#db/kernel/derived-rows.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { createLogger } from '#lib/logger.js';

interface Key {
  id: string;
}
const killed: readonly [string, Error][] = [
  ['57P01', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['ECONNRESET', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
  ['ECONNREFUSED', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ['a closed connection', new Error('Connection terminated unexpectedly')],
];
const control = { limit: 10, heartbeat: () => undefined, signal: new AbortController().signal };

/** Three leased rows whose ends are recorded by their ids. */
function leasedRows() {
  const ended = { finished: [] as string[], failed: [] as string[], released: [] as string[] };
  const ids = (rows: readonly { key: Key }[]) => rows.map(({ key }) => key.id);
  const taken = ['a', 'b', 'c'].map((id) => ({ key: { id }, rev: 1, attempts: 0 }) as LeasedRow<Key>);
  const rows = {
    leaseSeconds: 60,
    take: () => Promise.resolve(taken),
    finish: (_tx: unknown, done: LeasedRow<Key>[]) => {
      ended.finished.push(...ids(done));
      return Promise.resolve(done.map(({ key }) => key));
    },
    fail: (_tx: unknown, failed: LeasedRow<Key>[]) => Promise.resolve(void ended.failed.push(...ids(failed))),
    release: (_tx: unknown, untried: LeasedRow<Key>[]) =>
      Promise.resolve(void ended.released.push(...ids(untried))),
    remove: () => Promise.resolve(),
    extend: () => Promise.resolve(),
  } as unknown as DerivedRows<Key>;
  return { rows, ended };
}

const deps = {
  unitOfWork: { run: (_ctx: unknown, work: (tx: never) => unknown) => Promise.resolve(work({} as never)) },
  clock: { now: () => new Date() },
  logger: createLogger({ level: 'fatal', name: 'test' }),
  pdf: { render: () => Promise.resolve(Buffer.from('%PDF-')) },
  storage: { put: () => Promise.resolve() },
} as unknown as Parameters<typeof createPrintPass>[0];

describe.each(killed)('documents of rows whose database is lost with %s', (_name, error) => {
  it('are given back without an attempt', async () => {
    const { rows, ended } = leasedRows();
    const pass = createPrintPass(deps, 'documents', rows, {
      layout: ({ id }) =>
        id === 'a' ? Promise.resolve({ html: '', storageKey: id }) : Promise.reject(error),
      record: () => Promise.resolve(),
    });
    await pass(control);
    expect(ended).toEqual({ finished: ['a'], failed: [], released: ['b', 'c'] });
  });

  it('are given back without an attempt where the whole pass fails', async () => {
    const { rows, ended } = leasedRows();
    await createDerivedPass(deps, 'rows', rows, () => Promise.reject(error))(control);
    expect(ended).toEqual({ finished: [], failed: [], released: ['a', 'b', 'c'] });
  });
});

it.each([
  ['is away', platformErrors.storageUnavailable()],
  ['is full', platformErrors.diskFull()],
])(
  'documents of rows, statements among them, whose storage %s are given back without an attempt',
  async (_name, error) => {
    const { rows, ended } = leasedRows();
    const storage = { put: (key: string) => (key === 'a' ? Promise.resolve() : Promise.reject(error)) };
    const pass = createPrintPass({ ...deps, storage: storage as never }, 'documents', rows, {
      layout: ({ id }) => Promise.resolve({ html: '', storageKey: id }),
      record: () => Promise.resolve(),
    });
    await pass(control);
    expect(ended).toEqual({ finished: ['a'], failed: [], released: ['b', 'c'] });
  },
);

it('a document that cannot be rendered fails its own row alone', async () => {
  const { rows, ended } = leasedRows();
  const pass = createPrintPass(deps, 'documents', rows, {
    layout: ({ id }) =>
      id === 'b' ? Promise.reject(new Error('no such page')) : Promise.resolve({ html: '', storageKey: id }),
    record: () => Promise.resolve(),
  });
  await pass(control);
  expect(ended).toEqual({ finished: ['a', 'c'], failed: ['b'], released: [] });
});
