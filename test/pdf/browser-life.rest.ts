import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'puppeteer-core';
import * as puppeteer from 'puppeteer-core';
import { createPdfRenderer, type PdfRendererOptions } from '#integrations/pdf/create-pdf-renderer.js';
import type { PdfRenderer } from '#integrations/pdf/pdf-renderer.js';
import { compiledTest } from '../_support/compiled-tests.mjs';
import { browserProcesses, profilesOf, until } from './browser-processes.js';
import { longDocument } from './long-document.js';

// Profiles lie in the temporary directory, and each start of a browser removes orphaned ones: nobody else may here.
const { TMPDIR } = process.env;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'browser-life-'));
  process.env['TMPDIR'] = directory;
});
afterAll(async () => {
  if (TMPDIR === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = TMPDIR;
  await rm(directory, { recursive: true });
});

const open: PdfRenderer[] = [];
function start(options: PdfRendererOptions = {}): PdfRenderer {
  const renderer = createPdfRenderer(options);
  open.push(renderer);
  return renderer;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((renderer) => renderer.close()));
  expect(browserProcesses()).toEqual([]);
});

/** The pids of one kind of process; the browser's own has no `--type`. */
function pidsOf(kind: 'browser' | 'renderer'): number[] {
  const type = (command: string) => /--type=(\S+)/.exec(command)?.[1] ?? 'browser';
  return browserProcesses()
    .filter(({ command }) => type(command) === kind)
    .map(({ pid }) => pid);
}

/**
 * Starts a long rendering and kills processes once it is under way. How soon its page has a process is the browser's
 * affair, and it keeps others beside that one: all are killed, and those that come after, until one was missed.
 */
async function killDuring(
  renderer: PdfRenderer,
  kind: 'browser' | 'renderer',
  afterMs: number,
  isMissed: () => boolean,
): Promise<Uint8Array> {
  await renderer.render('<p>warm up');
  const rendering = renderer.render(longDocument());
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await until(`the rendering misses its ${kind}`, () => {
    if (isMissed()) return true;
    for (const pid of pidsOf(kind)) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    return false;
  });
  return rendering;
}

describe('the browser', () => {
  test('starts with the first document and is shared by all that follow', async () => {
    const renderer = start();
    expect(browserProcesses()).toEqual([]);
    await Promise.all([renderer.render('<p>1'), renderer.render('<p>2'), renderer.render('<p>3')]);
    expect(pidsOf('browser')).toHaveLength(1);
    expect(profilesOf(process.pid)).toHaveLength(1);
  });

  test('stops when it has been idle, and starts again', async () => {
    const renderer = start({ idleMs: 100 });
    await renderer.render('<p>1');
    await until('the idle browser is gone', () => browserProcesses().length === 0);
    await until('its profile is gone', () => profilesOf(process.pid).length === 0);
    await expect(renderer.render('<p>2')).resolves.toBeInstanceOf(Uint8Array);
  });

  test('does not count as idle during a long document', async () => {
    const renderer = start({ idleMs: 50 });
    await expect(renderer.render(longDocument(1_500))).resolves.toBeInstanceOf(Uint8Array);
  });

  // The page of the second document takes some 90 ms to open.
  test.each([
    ['renderer', 300],
    ['renderer', 30],
    ['browser', 300],
  ] as const)(
    'a %s process that is killed %i ms after the begin costs one more try, not the document',
    async (kind, afterMs) => {
      const warnings: unknown[] = [];
      const logger = { info: () => undefined, warn: (entry: unknown) => warnings.push(entry) };
      const renderer = start({ logger: logger as unknown as PdfRendererOptions['logger'] });
      const rendered = killDuring(renderer, kind, afterMs, () => warnings.length > 0);
      await expect(rendered).resolves.toBeInstanceOf(Uint8Array);
      expect(warnings).toHaveLength(1);
      await expect(renderer.render('<p>after')).resolves.toBeInstanceOf(Uint8Array);
      expect(pidsOf('browser')).toHaveLength(1);
    },
  );
});

describe('a browser that is up and opens no page', () => {
  test('is replaced, so that the document has its other try on a new one', async () => {
    // Its class is exported, but not typed.
    const { prototype } = (puppeteer as unknown as { CdpBrowser: { prototype: Browser } }).CdpBrowser;
    const { target } = prototype;
    const spy = jest.spyOn(prototype, 'target').mockImplementation(function (this: Browser) {
      if (this === spy.mock.contexts[0]) throw new Error('Browser target is not found');
      return target.call(this);
    });
    const renderer = start();
    await expect(renderer.render('<p>1')).resolves.toBeInstanceOf(Uint8Array);
    await until('the first one is gone', () => pidsOf('browser').length === 1);
    expect((spy.mock.contexts[0] as Browser).connected).toBe(false);
    spy.mockRestore();
  });
});

describe('closing', () => {
  test('leaves no process and no profile, even in the middle of a document', async () => {
    const renderer = start();
    await renderer.render('<p>warm up');
    const renderings = Promise.allSettled([1, 2, 3].map(() => renderer.render(longDocument())));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await renderer.close();
    expect(browserProcesses()).toEqual([]);
    expect(profilesOf(process.pid)).toEqual([]);
    for (const outcome of await renderings) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { failure: 'closed' } });
    }
    await expect(renderer.render('<p>late')).rejects.toMatchObject({ failure: 'closed' });
  });

  test('while the browser is still starting', async () => {
    const renderer = start();
    const rendering = renderer.render('<p>').catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await renderer.close();
    expect(await rendering).toMatchObject({ failure: 'closed' });
    expect(browserProcesses()).toEqual([]);
  });

  test('twice, or without ever having rendered', async () => {
    const renderer = start();
    await renderer.close();
    await expect(renderer.close()).resolves.toBeUndefined();
  });
});

test('a worker killed outright takes its browser along, and its profile is swept up by the next', async () => {
  const script = compiledTest(path.join(import.meta.dirname, 'fixtures', 'render-and-wait.ts'));
  const worker = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = worker.pid ?? 0;
  await once(worker.stdout, 'data');
  expect(browserProcesses().length).toBeGreaterThan(0);
  const pids = browserProcesses().map((item) => item.pid);
  worker.kill('SIGKILL');
  await until('the orphaned browser has ended', () => pids.every((item) => !isRunning(item)));
  expect(profilesOf(pid)).toHaveLength(1);
  await start().render('<p>');
  expect(profilesOf(pid)).toEqual([]);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
