import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findTemporalBinary, onPath } from '../../scripts/supervisor/temporal-binary.mjs';

describe('finding the Temporal program', () => {
  let folder = '';

  /** A stand-in that returns `--version` like the real one, or fails. */
  function program(name: string, version: string | undefined): string {
    const file = join(folder, name);
    const body = version
      ? `echo "temporal version ${version} (Server 1.32.0, UI 2.54.1)"`
      : 'echo broken; exit 3';
    writeFileSync(file, `#!/bin/sh\n${body}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'haat-binary-'));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const place = (name: string, find: () => string | undefined) => ({ place: name, find });

  test('takes the first that works, and says where it was', async () => {
    const good = program('good', '1.9.1');
    const asked: string[] = [];
    const notified: string[] = [];
    const found = await findTemporalBinary({}, (line: string) => notified.push(line), [
      place('nothing here', () => undefined),
      place('broken', () => program('broken', undefined)),
      place('old', () => program('old', '1.3.9')),
      place('good', () => good),
      place('never asked', () => {
        asked.push('too far');
        return undefined;
      }),
    ]);
    expect(found).toEqual({ file: good, version: '1.9.1', place: 'good' });
    expect(asked).toEqual([]);
    expect(notified).toEqual([
      expect.stringContaining('broken: does not run'),
      'old: is 1.3.9, needed is 1.4 or newer',
    ]);
  });

  test('what throws is passed over, and named when nothing is left', async () => {
    const search = findTemporalBinary({}, () => undefined, [
      place('the download', () => {
        throw new Error('is blocked');
      }),
      place('gone', () => join(folder, 'no-such-file')),
    ]);
    await expect(search).rejects.toThrow(
      /the download is blocked; gone does not run .*TEMPORAL_CLI_PATH.*TEMPORAL_ADDRESS/,
    );
  });

  test('TEMPORAL_CLI_PATH comes first', async () => {
    const chosen = program('chosen', '1.8.0');
    const found = await findTemporalBinary({ TEMPORAL_CLI_PATH: chosen, PATH: folder });
    expect(found).toEqual({ file: chosen, version: '1.8.0', place: 'TEMPORAL_CLI_PATH' });
  });

  test('a TEMPORAL_CLI_PATH that does not work is a mistake to report, not to work around', async () => {
    program('temporal', '1.9.1');
    const search = findTemporalBinary({ TEMPORAL_CLI_PATH: join(folder, 'typo'), PATH: folder });
    await expect(search).rejects.toThrow(/TEMPORAL_CLI_PATH does not run/);
  });

  test('then PATH, then the cached copy', async () => {
    const onThePath = program('temporal', '1.9.0');
    expect(onPath('temporal', { PATH: `/nowhere:${folder}` })).toBe(onThePath);
    const found = await findTemporalBinary({ PATH: folder });
    expect(found).toMatchObject({ file: onThePath, place: 'temporal on PATH' });
  });
});
