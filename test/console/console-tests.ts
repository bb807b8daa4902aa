import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSession, type SessionOptions, type TestSession } from '../_support/accounts.js';
import { type OpenOptions, startBrowser, type TestPage } from '../_support/browser.js';
import { type PlatformOptions, startPlatform, type TestPlatform } from '../_support/platform.js';

export interface TestConsole {
  platform: TestPlatform;
  /** A page of the console, `/admin/orders`, for a session that `options` describe; superAdmin by default. */
  open(path: string, options?: ConsoleOptions): Promise<ConsolePage>;
  stop(): Promise<void>;
}

export interface ConsoleOptions extends Omit<OpenOptions, 'cookie'> {
  /** A session of another test page; null for nobody. */
  session?: TestSession | null;
  as?: SessionOptions;
  /** Another address of the console than that of the platform. */
  at?: string;
}

export interface ConsolePage extends TestPage {
  session: TestSession | null;
}

/** The console, a browser and the API at its public address, which a sign-in compares with that of the page. */
export async function startConsole(options: PlatformOptions = {}): Promise<TestConsole> {
  const port = await freePort();
  const environment = {
    CONSOLE: 'on',
    PUBLIC_API_BASE_URL: `http://127.0.0.1:${port}`,
    ...options.environment,
  };
  const [platform, browser] = await Promise.all([
    startPlatform({ ...options, port, environment }),
    startBrowser(),
  ]);
  return {
    platform,
    async open(path, { session: given, as, at = platform.url, ...rest } = {}) {
      const session =
        given === undefined
          ? await createSession(platform.container, as ?? { roles: ['superAdmin'] })
          : given;
      const page = await browser.open(`${at}/console${path}`, {
        ...rest,
        ...(session && { cookie: session.cookie }),
      });
      return { ...page, session };
    },
    async stop() {
      await browser.stop();
      await platform.stop();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
