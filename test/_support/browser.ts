import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core';
import { cacheDirectory } from '#integrations/pdf/cache-directory.js';
import { findChrome, libraryEnvironment } from '#integrations/pdf/find-chrome.js';

/** Where the pictures and logs of a failed test go. */
const FAILURES = join(import.meta.dirname, '..', '..', '.cache', 'browser-failures');

/** The text of a page is laid out anew each time it is read: with every frame, waiting would cost more than the page. */
const POLL_MS = 100;

export interface TestBrowser {
  /** A page in its own context: cookies and storage are its alone. */
  open(url: string, options?: OpenOptions): Promise<TestPage>;
  stop(): Promise<void>;
}

export interface OpenOptions {
  /** A `Cookie` header, as `createSession` gives it. */
  cookie?: string;
  width?: number;
  height?: number;
  scheme?: 'light' | 'dark';
  /** Requests that get no response while the page is open. */
  holds?: (url: URL) => boolean;
}

export interface TestPage {
  page: Page;
  /** What the page has requested, `GET /me 200`. */
  requests: string[];
  /** Errors of scripts and of the console. */
  problems: string[];
  close(): Promise<void>;
  /** Runs a test's steps; a failure leaves a picture, the console and the requests. */
  watch<T>(name: string, steps: () => Promise<T>): Promise<T>;
}

/**
 * One browser of this file, which reaches 127.0.0.1 alone: the browser that prints reaches nothing, by design, and these
 * tests need the API.
 */
export async function startBrowser(): Promise<TestBrowser> {
  const chrome = await findChrome({ cache: cacheDirectory });
  const profile = await mkdtemp(join(tmpdir(), 'haat-browser-'));
  const browser = await puppeteer.launch({
    executablePath: chrome.path,
    headless: chrome.bundled ? 'shell' : true,
    userDataDir: profile,
    pipe: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--lang=en-US',
      '--disable-dev-shm-usage',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      '--force-color-profile=srgb',
    ],
    env: {
      PATH: process.env['PATH'],
      HOME: profile,
      LANG: 'en_US.UTF-8',
      ...libraryEnvironment(chrome.libraries),
    } as Record<string, string>,
  });
  return {
    open: (url, options = {}) => open(browser, url, options),
    async stop() {
      await browser.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

async function open(browser: Browser, url: string, options: OpenOptions): Promise<TestPage> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.setViewport({ width: options.width ?? 1280, height: options.height ?? 800 });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: options.scheme ?? 'light' },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  const { requests, problems } = record(page);
  if (options.holds) await hold(page, options.holds);
  if (options.cookie) await setCookie(context, url, options.cookie);
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  return {
    page,
    requests,
    problems,
    close: () => context.close(),
    async watch(name, steps) {
      try {
        return await steps();
      } catch (error) {
        await keep(page, name, [...requests, ...problems]);
        throw error;
      }
    },
  };
}

async function hold(page: Page, holds: (url: URL) => boolean): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (!holds(new URL(request.url()))) void request.continue();
  });
}

function record(page: Page): Pick<TestPage, 'requests' | 'problems'> {
  const requests: string[] = [];
  const problems: string[] = [];
  page.on('response', (response) => {
    if (!response.url().startsWith('http')) return;
    const { pathname } = new URL(response.url());
    requests.push(`${response.request().method()} ${pathname} ${response.status()}`);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  // A response that is an error is an error of the console as well; the requests have it.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  return { requests, problems };
}

async function setCookie(context: BrowserContext, url: string, header: string): Promise<void> {
  const [name = '', ...rest] = header.split('=');
  await context.setCookie({
    name,
    value: rest.join('='),
    domain: new URL(url).hostname,
    path: '/',
    httpOnly: true,
  });
}

async function keep(page: Page, name: string, lines: string[]): Promise<void> {
  mkdirSync(FAILURES, { recursive: true });
  const file = join(FAILURES, name.replace(/[^a-z0-9]+/gi, '-'));
  writeFileSync(`${file}.log`, `${page.url()}\n${lines.join('\n')}\n`);
  await page.screenshot({ path: `${file}.png` }).catch(() => undefined);
}

/** Waits for a text that somebody sees. */
export async function see(page: Page, text: string, timeout = 20_000): Promise<void> {
  await page.waitForFunction(
    (wanted: string) =>
      (
        globalThis as unknown as { document: { body: { innerText: string } } }
      ).document.body.innerText.includes(wanted),
    { timeout, polling: POLL_MS },
    text,
  );
}

/** Waits until a dialog has faded: what lies below it takes no click before. */
export async function dialogGone(page: Page): Promise<void> {
  await page.waitForFunction(`!document.querySelector('[role="dialog"]')`);
}

/** Clicks what bears this accessible name, once it is there. */
export async function click(page: Page, role: string, name: string): Promise<void> {
  await page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();
}

/** Types into the field of this label. */
export async function fill(page: Page, name: string, value: string): Promise<void> {
  await page.locator(`::-p-aria([name="${name}"][role="textbox"])`).fill(value);
}
