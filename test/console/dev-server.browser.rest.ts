import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { serveConsoleSources } from '../../scripts/supervisor/console-dev.mjs';
import { projectRoot } from '#lib/project-files.js';
import { fill, see } from '../_support/browser.js';
import { startConsole, type TestConsole } from './console-tests.js';

let shop: TestConsole;
let folder: string;
let served: Awaited<ReturnType<typeof serveConsoleSources>>;
const said: string[] = [];

/** Sources of the console that this test may change, where they find the packages of the project. */
beforeAll(async () => {
  await mkdir(join(projectRoot, '.cache'), { recursive: true });
  folder = await mkdtemp(join(projectRoot, '.cache', 'console-sources-'));
  for (const name of ['console', 'client/src', 'tsconfig.json'])
    await cp(join(projectRoot, name), join(folder, name), { recursive: true });
  shop = await startConsole();
  served = await serveConsoleSources({
    port: 0,
    host: '127.0.0.1',
    api: Number(new URL(shop.platform.url).port),
    publicUrl: shop.platform.url,
    plugins: [],
    say: (line: string) => said.push(line),
    folder,
  });
});

afterAll(async () => {
  await served.close();
  await shop.stop();
  await rm(folder, { recursive: true, force: true });
});

async function edit(file: string, from: string, to: string): Promise<void> {
  const path = join(folder, 'console', 'src', file);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

it('npm run dev shows a saved change of the console in the open page, which keeps what was typed', async () => {
  const tab = await shop.open('/', { session: null, at: `http://127.0.0.1:${served.port}` });
  await tab.watch('console-dev', async () => {
    const { page } = tab;
    await see(page, 'To the console of this marketplace');
    await fill(page, 'E-mail address', 'asha@example.com');
    await edit(
      'shell/sign-in.tsx',
      'To the console of this marketplace',
      'To the console that was just edited',
    );
    await see(page, 'To the console that was just edited');
    expect(await page.$eval('input[name="email"]', (input) => input.value)).toBe('asha@example.com');
    expect(said).toEqual(['changed: the console shows it']);
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('npm run dev serves console and API from one address, and no other file of the project', async () => {
  const read = async (path: string, accept = 'text/html') => {
    const response = await fetch(`http://127.0.0.1:${served.port}${path}`, { headers: { accept } });
    return [response.status, response.headers.get('content-type')];
  };
  expect(await read('/console/admin/orders')).toEqual([200, 'text/html']);
  expect(await read('/health/live')).toEqual([200, 'application/json; charset=utf-8']);
  expect(await read('/console/declarations.json')).toEqual([200, 'application/json; charset=utf-8']);
  expect(await read(`/console/@fs${join(projectRoot, 'package.json')}`)).toEqual([403, null]);
  expect(await read(`/console/@fs${join(projectRoot, 'src', 'server.ts')}?raw`)).toEqual([403, null]);
});
