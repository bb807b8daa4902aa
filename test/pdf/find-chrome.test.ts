import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChrome, usualPlaces } from '#integrations/pdf/find-chrome.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'find-chrome-'));
});
afterAll(() => rm(directory, { recursive: true }));

const noCache = () => Promise.reject(new Error('nothing needed unpacking'));

describe('the configured browser', () => {
  test('is used as it is', async () => {
    const chromePath = path.join(directory, 'chrome');
    await writeFile(chromePath, '#!/bin/sh\n');
    await chmod(chromePath, 0o700);
    expect(await findChrome({ chromePath, cache: noCache })).toEqual({
      path: chromePath,
      libraries: null,
      bundled: false,
    });
  });

  test('that cannot be run is named in the error', async () => {
    const chromePath = path.join(directory, 'missing');
    await expect(findChrome({ chromePath, cache: noCache })).rejects.toMatchObject({
      failure: 'no_browser',
      message: expect.stringContaining('CHROME_PATH') as unknown,
    });
  });
});

describe('the usual places', () => {
  test('on macOS: applications of the system and of the user', () => {
    const places = usualPlaces('darwin', { HOME: '/Users/asha' });
    expect(places[0]).toBe('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
    expect(places).toContain('/Users/asha/Applications/Chromium.app/Contents/MacOS/Chromium');
  });

  test('on Windows: Chrome before Edge', () => {
    const places = usualPlaces('win32', { ProgramFiles: 'C:\\Program Files' });
    expect(places).toEqual([
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files\\Chromium\\Application\\chrome.exe',
      'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
    ]);
  });

  test('on Linux: the search path', () => {
    expect(usualPlaces('linux', { PATH: '/opt/bin:/usr/bin' })).toEqual(
      expect.arrayContaining(['/opt/bin/google-chrome', '/usr/bin/chromium']),
    );
  });
});
