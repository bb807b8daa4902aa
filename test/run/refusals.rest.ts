import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { portTable } from '../../scripts/supervisor/settings.mjs';
import { freePort } from '../../scripts/supervisor/ports.mjs';
import { WAIT_MS } from '../_support/eventually.js';

interface Ended {
  code: number | string | null | undefined;
  lines: string[];
}

describe('npm start says in one line why it cannot start', () => {
  let folder = '';
  let occupied: Server;
  let ports: Record<string, string> = {};

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'haat-refusals-'));
    occupied = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => occupied.once('listening', resolve));
    for (const { variable } of Object.values(portTable))
      ports = { ...ports, [variable]: String(await freePort()) };
  });

  afterAll(() => {
    occupied.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function start(environment: Record<string, string>, args: readonly string[] = []): Promise<Ended> {
    const { PATH, HOME } = process.env;
    // What Node this is has been said before.
    const noted = { HAAT_NODE_NOTED: '1' };
    const env = { PATH, HOME, DATA_DIR: join(folder, 'data'), ...noted, ...ports, ...environment };
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        ['scripts/start.mjs', ...args],
        { env, timeout: WAIT_MS },
        (error, stdout, stderr) => {
          resolve({ code: error ? error.code : 0, lines: `${stdout}${stderr}`.trim().split('\n') });
        },
      );
    });
  }

  test.each(Object.values(portTable).map(({ variable, what }) => [what, variable]))(
    'the port of the %s is in use',
    async (what, variable) => {
      const { port } = occupied.address() as AddressInfo;
      // Its ports are looked at only where there is such a server: this one says what a server says of itself.
      const server = join(folder, 'typesense-server');
      writeFileSync(server, '#!/bin/sh\necho --api-key\n', { mode: 0o755 });
      const withTypesense = variable.startsWith('TYPESENSE');
      const { code, lines } = await start(
        { [variable]: String(port), ...(withTypesense && { TYPESENSE_SERVER_PATH: server }) },
        withTypesense ? ['--typesense'] : [],
      );
      expect(lines).toEqual([
        `Port ${port} (${what}) is in use by another program: stop that or set ${variable} to a free port.`,
      ]);
      expect(code).toBe(1);
    },
  );

  test('a wildcard listener holds the port as well', async () => {
    const wildcard = createServer().listen(0, '::');
    await new Promise((resolve) => wildcard.once('listening', resolve));
    const { port } = wildcard.address() as AddressInfo;
    const { lines } = await start({ POSTGRES_PORT: String(port) });
    wildcard.close();
    expect(lines).toEqual([expect.stringMatching(/^Port \d+ \(Postgres\) is in use .*POSTGRES_PORT/)]);
  });

  test('a port is no number', async () => {
    expect(await start({ PORT: 'http' })).toEqual({
      code: 1,
      lines: ['PORT must be a port number between 1 and 65535.'],
    });
  });

  test('a file lies where the data should be', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const { code, lines } = await start({ DATA_DIR: join(file, 'data') });
    expect(lines).toEqual([expect.stringMatching(/^A file is in the way: .*DATA_DIR\.$/)]);
    expect(code).toBe(1);
  });

  // A place where not even root may create a folder; macOS has none.
  const onLinux = existsSync('/proc/self') ? test : test.skip;

  onLinux('the data directory cannot be made', async () => {
    const { lines } = await start({ DATA_DIR: '/proc/haat' });
    expect(lines).toEqual([
      expect.stringMatching(/^The data directory \/proc\/haat cannot be used .*DATA_DIR/),
    ]);
  });

  test('another supervisor holds the data', async () => {
    const dataDir = join(folder, 'held');
    const holder = execFile(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'start.mjs']);
    try {
      mkdirSync(dataDir);
      writeFileSync(join(dataDir, 'supervisor.pid'), String(holder.pid));
      const { code, lines } = await start({ DATA_DIR: dataDir });
      expect(lines).toEqual([
        expect.stringMatching(/^The platform already runs on .*\(process \d+\).*DATA_DIR/),
      ]);
      expect(code).toBe(1);
    } finally {
      holder.kill('SIGKILL');
    }
  });
});
