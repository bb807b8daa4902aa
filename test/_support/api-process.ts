import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Config } from '#lib/config.js';
import { eventually } from './eventually.js';

const ownRoot = join(import.meta.dirname, '..', '..');

/** An API in its own process, so that it can be killed, or be one of several. */
export interface ApiProcess {
  url: string;
  /** Ends it without a word, as a crash or a lost machine does. */
  kill(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Starts the built API with the configuration of a test's container and waits until it is ready.
 * @param root of the project that it is built in
 */
export async function startApiProcess(config: Config, root = ownRoot): Promise<ApiProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { DATABASE_URL, DATABASE_POOLER, DATABASE_DIRECT_URL = '' } = config;
  const { TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, STORAGE_DIR } = config;
  const database = { DATABASE_URL, DATABASE_POOLER, DATABASE_DIRECT_URL };
  const own = { ...database, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, STORAGE_DIR };
  const child = spawn(process.execPath, [join(root, 'dist/server.js')], {
    cwd: root,
    env: {
      ...process.env,
      ...own,
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '0',
      PORT: String(port),
      HAAT_PARENT_PIPE: '1',
    },
    // Its end of the pipe closes with this process: a test that dies leaves no API behind.
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`The API ended with ${child.exitCode}`);
    if ((await fetch(`${url}/health/ready`)).status !== 200) throw new Error('The API is not ready');
  });
  return {
    url,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
