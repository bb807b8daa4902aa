import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, {
  type Browser,
  type BrowserContext,
  type ElementHandle,
  type GoToOptions,
  type HTTPResponse,
  type KeyInput,
  type Page,
} from 'puppeteer-core';
import { cacheDirectory } from '#integrations/pdf/cache-directory.js';
import { findChrome, libraryEnvironment } from '#integrations/pdf/find-chrome.js';
import { eventually, WAIT_MS } from './eventually.js';
import { PageTraffic } from './page-traffic.js';

/** Where the pictures and logs of a failed test go. */
const FAILURES = join(import.meta.dirname, '..', '..', '.cache', 'browser-failures');

/** The text of a page is laid out anew each time it is read: with every frame, waiting would cost more than the page. */
const POLL_MS = 100;

/** Makes every response of a page so much later: a test whose steps wait for what they cause passes with any. */
const LATENCY_MS = Number(process.env['TEST_PAGE_LATENCY_MS'] || 0);

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
  page.setDefaultTimeout(WAIT_MS);
  await page.setViewport({ width: options.width ?? 1280, height: options.height ?? 800 });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: options.scheme ?? 'light' },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  const { requests, problems } = record(page);
  if (LATENCY_MS > 0) await page.emulateNetworkConditions({ latency: LATENCY_MS, download: -1, upload: -1 });
  if (options.holds) await holdRequests(page, options.holds);
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

const known = new WeakMap<Page, PageTraffic>();

async function trafficOf(page: Page): Promise<PageTraffic> {
  const traffic = known.get(page) ?? (await PageTraffic.of(page));
  known.set(page, traffic);
  return traffic;
}

/** Keeps the requests that `holds` chooses from being sent, and no step waits for them. @returns lets them go */
export const holdRequests = async (page: Page, holds: (url: URL) => boolean): Promise<() => void> =>
  (await trafficOf(page)).hold(holds);

/**
 * Does something to a page, and waits until what it caused has arrived: the navigation that it started, the responses to
 * its requests. Without that the next step would be faster than its predecessor on a quiet machine, and a `visit` would
 * cancel the form that was just sent. Tests act by the steps below alone; what happens by itself later, they wait for
 * with `see`, `waitForSelector` or `eventually`.
 */
export async function act<T>(page: Page, step: () => Promise<T>): Promise<T> {
  const traffic = await trafficOf(page);
  await traffic.forgetNotices();
  const result = await step();
  await traffic.settle();
  return result;
}

/** Goes to an address. */
export const visit = (
  page: Page,
  url: string,
  options: GoToOptions = { waitUntil: 'domcontentloaded' },
): Promise<HTTPResponse | null> => act(page, () => page.goto(url, options));

export const reload = (page: Page): Promise<HTTPResponse | null> => act(page, () => page.reload());

export const goBack = (page: Page): Promise<HTTPResponse | null> => act(page, () => page.goBack());

/** Clicks what bears this accessible name, once it is there. */
export const click = (page: Page, role: string, name: string): Promise<void> =>
  clickOn(page, `::-p-aria([name="${name}"][role="${role}"])`);

/**
 * Clicks what this selector finds, once it is there, can be clicked, stands still, and nothing lies over it: a notice that
 * is about to go would take the click. Three times marks a text.
 */
export const clickOn = (page: Page, selector: string, count = 1): Promise<void> =>
  act(page, () =>
    // What a page does without scripts takes none to find out.
    page.isJavaScriptEnabled()
      ? whenReady(page, selector, (element) => element.click({ count }))
      : page.click(selector, { count }),
  );

/**
 * The element is looked for anew each time: puppeteer's locators wait for the one that they have found first, which React
 * may have replaced since, until their time is up.
 */
const whenReady = (
  page: Page,
  selector: string,
  step: (element: ElementHandle) => Promise<void>,
): Promise<void> =>
  eventually(async () => {
    const element = await page.$(selector);
    const hindrance = element ? await element.evaluate(hindranceOf) : 'is not there';
    if (element === null || hindrance !== null) throw new Error(`${selector} ${hindrance}`);
    await step(element);
  });

/** Runs in the page: why a pointer at the middle of an element does not reach it, its label, or what it is the label of. */
async function hindranceOf(element: unknown): Promise<string | null> {
  interface Item {
    control?: Item | null;
    isConnected: boolean;
    contains(other: Item): boolean;
    closest(selector: string): Item | null;
    matches(selector: string): boolean;
    scrollIntoView(options: object): void;
    getClientRects(): Iterable<{ left: number; top: number; width: number; height: number }>;
  }
  const { document, requestAnimationFrame } = globalThis as unknown as {
    document: { elementFromPoint(x: number, y: number): Item | null };
    requestAnimationFrame(step: () => void): void;
  };
  const item = element as Item;
  const boxOf = () => [...item.getClientRects()].find(({ width, height }) => width >= 1 && height >= 1);
  const fieldOf = (node: Item) => node.closest('label')?.control ?? node;
  const isReached = () => {
    const box = boxOf();
    if (box === undefined) return false;
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return at !== null && (item.contains(at) || at.contains(item) || fieldOf(at) === fieldOf(item));
  };
  if (item.matches(':disabled')) return 'is disabled';
  if (!isReached()) item.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = boxOf();
  await new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const after = boxOf();
  if (!item.isConnected) return 'was replaced';
  if (before === undefined || after === undefined) return 'is not shown';
  if (before.left !== after.left || before.top !== after.top) return 'moves';
  return isReached() ? null : 'lies under something else';
}

/** Types into the field of this label. */
export const fill = (page: Page, name: string, value: string): Promise<void> =>
  fillOn(page, `::-p-aria([name="${name}"][role="textbox"])`, value);

/** For a field that is replaced while it is filled: the next attempt takes the new one. */
const FILL_MS = 20_000;

/** Types into the field that this selector finds, or chooses the value of a list. */
export const fillOn = (page: Page, selector: string, value: string): Promise<void> =>
  act(page, async () => {
    if (page.isJavaScriptEnabled())
      return whenReady(page, selector, () => page.locator(selector).setTimeout(FILL_MS).fill(value));
    await page.click(selector, { count: 3 });
    await page.keyboard.type(value);
  });

/** Chooses a value of the list that this selector finds. */
export const selectOption = (page: Page, selector: string, value: string): Promise<string[]> =>
  act(page, async () => {
    if (page.isJavaScriptEnabled()) await page.waitForSelector(selector);
    return page.select(selector, value);
  });

export const pressKey = (page: Page, key: KeyInput): Promise<void> =>
  act(page, () => page.keyboard.press(key));

/** Presses a key while another is held down. */
export const pressKeys = (page: Page, held: KeyInput, key: KeyInput): Promise<void> =>
  act(page, async () => {
    await page.keyboard.down(held);
    await page.keyboard.press(key);
    await page.keyboard.up(held);
  });

/** Types where the focus is. */
export const typeText = (page: Page, text: string): Promise<void> =>
  act(page, () => page.keyboard.type(text));

/** Waits for a text that somebody sees, or has seen in a notice since the last step. */
export async function see(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted: string) => {
      const { document, noticesSinceStep = [] } = globalThis as unknown as {
        document: { body: { innerText: string } };
        noticesSinceStep?: string[];
      };
      return [document.body.innerText, ...noticesSinceStep].some((shown) => shown.includes(wanted));
    },
    { polling: POLL_MS },
    text,
  );
}

/** Waits until a dialog has faded: what lies below it takes no click before. */
export async function dialogGone(page: Page): Promise<void> {
  await page.waitForFunction(`!document.querySelector('[role="dialog"]')`);
}
