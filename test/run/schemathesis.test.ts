import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { configOf } from '../../scripts/supervisor/fuzz-session.mjs';
import { findSchemathesis } from '../../scripts/supervisor/schemathesis.mjs';

describe('finding schemathesis', () => {
  let folder = '';
  let env: Record<string, string> = {};

  /** A stand-in that returns `--version` like the real one. */
  function program(name: string, body: string): string {
    const file = join(folder, name);
    writeFileSync(file, `#!/bin/sh\n${body}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'haat-schemathesis-'));
    env = { PATH: folder, HAAT_CACHE_DIR: join(folder, 'cache') };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('nothing there is no failure', async () => {
    expect(await findSchemathesis(env)).toBeUndefined();
  });

  test('a program that is too old or does not run is passed over for one that is not', async () => {
    program('schemathesis', 'echo "schemathesis, version 3.39.1"');
    expect(await findSchemathesis(env)).toBeUndefined();
    const file = program('st', 'echo "st, version 4.32.5"');
    expect(await findSchemathesis(env)).toMatchObject({ command: file, version: '4.32.5' });
    program('schemathesis', 'exit 3');
    expect(await findSchemathesis(env)).toMatchObject({ command: file });
  });
});

test('an operation is called by the session that it is for, with rows that there are', () => {
  const name = 'GET /admin/tags/{id}';
  const own = [{ name, parameters: { id: ['first', 'with "quotes"'] } }];
  const text = configOf([{ token: 'secret', own }, { own: [{ name: 'GET /health/live', parameters: {} }] }]);
  expect(text).toContain(
    [
      `include-name = "${name}"`,
      'headers = { Authorization = "Bearer secret" }',
      '[operations.parameters]',
      '"path.id" = { dictionary = "d0", probability = 0.8 }',
      '',
      '[dictionaries.d0]',
      String.raw`values = ["first","with \"quotes\""]`,
    ].join('\n'),
  );
  // A block that sets nothing is refused.
  expect(text).not.toContain('/health/live');
});
