import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page, Protocol } from 'puppeteer-core';
import { PdfRenderError } from './pdf-renderer.js';

const DISCARD_MS = 2_000;

export interface PrintLimits {
  timeoutMs: number;
  signal?: AbortSignal;
}

/** A place for one rendering at a time. Its page is kept from one document to the next: a new one costs 90 ms. */
export class PageSlot {
  #page: Page | null = null;
  #attempt: AbortController | null = null;

  /**
   * Lays a document out and prints it; size and margins come from the document's own `@page` rules. A page that was
   * interrupted is thrown away.
   * @throws PdfRenderError `timeout`, `crashed`; the signal's reason when that aborts first
   */
  async print(browser: Browser, html: string, { timeoutMs, signal }: PrintLimits): Promise<Uint8Array> {
    const attempt = new AbortController();
    const interrupted = signal ? AbortSignal.any([signal, attempt.signal]) : attempt.signal;
    const onEnd = () => attempt.abort(new PdfRenderError('crashed', 'the browser ended while it made a PDF'));
    const timer = setTimeout(
      () => attempt.abort(new PdfRenderError('timeout', `no PDF after ${timeoutMs} ms`)),
      timeoutMs,
    );
    browser.once('disconnected', onEnd);
    if (!browser.connected) onEnd();
    this.#attempt = attempt;
    try {
      return await unlessAborted(this.#layOutAndPrint(browser, html, interrupted), interrupted);
    } finally {
      clearTimeout(timer);
      browser.off('disconnected', onEnd);
      this.#attempt = null;
    }
  }

  /** Throws the page away; false when it does not even close, and its browser cannot be trusted either. */
  async discard(): Promise<boolean> {
    const page = this.#page;
    this.#page = null;
    if (!page) return true;
    const closing = page.close().then(
      () => true,
      () => true, // Gone already, alone or with its browser.
    );
    return Promise.race([closing, delay(DISCARD_MS, false, { ref: false })]);
  }

  async #layOutAndPrint(browser: Browser, html: string, interrupted: AbortSignal): Promise<Uint8Array> {
    try {
      const page = await this.#open(browser, interrupted);
      // Without the library's own time limits: the clock of the attempt runs for all steps together.
      await page.setContent(html, { waitUntil: 'load', timeout: 0 });
      return await page.pdf({ preferCSSPageSize: true, printBackground: true, timeout: 0 });
    } catch (cause) {
      throw new PdfRenderError('crashed', 'the browser failed while it made a PDF', { cause });
    }
  }

  async #open(browser: Browser, interrupted: AbortSignal): Promise<Page> {
    if (this.#page && !this.#page.isClosed() && this.#page.browser() === browser) return this.#page;
    const page = await unlessCrashed(browser, async () => {
      const opened = await browser.newPage();
      opened.once('error', (cause) => this.#onCrash(opened, cause));
      await secure(opened);
      return opened;
    });
    if (interrupted.aborted) await page.close();
    interrupted.throwIfAborted();
    this.#page = page;
    return page;
  }

  /** A crashed page never answers again, and it may crash while nobody renders: both must be seen here. */
  #onCrash(page: Page, cause: Error): void {
    if (this.#page !== page) return;
    this.#attempt?.abort(new PdfRenderError('crashed', 'the page crashed while it was rendered', { cause }));
    void this.discard();
  }
}

/** A page that crashes while it is being opened never answers, and nobody but the browser says so. */
async function unlessCrashed(browser: Browser, open: () => Promise<Page>): Promise<Page> {
  const session = await browser.target().createCDPSession();
  const others = new Set<string>();
  const know = ({ targetInfo }: Protocol.Target.TargetCreatedEvent) => others.add(targetInfo.targetId);
  session.on('Target.targetCreated', know);
  // Answered when it has told of all that are there.
  await session.send('Target.setDiscoverTargets', { discover: true });
  session.off('Target.targetCreated', know);
  const crash = new Promise<never>((_resolve, reject) =>
    session.on('Target.targetCrashed', ({ targetId }) => {
      if (!others.has(targetId)) reject(new Error('the page crashed while it was opened'));
    }),
  );
  const opening = open();
  try {
    return await Promise.race([opening, crash]);
  } catch (error) {
    void opening.then((page) => page.close()).catch(() => undefined); // Gone already, alone or with its browser.
    throw error;
  } finally {
    void session.detach().catch(() => undefined);
  }
}

/** Documents are data, so nothing runs in them and nothing is loaded by them. */
async function secure(page: Page): Promise<void> {
  await page.setJavaScriptEnabled(false);
  await page.setOfflineMode(true);
  await page.setRequestInterception(true);
  // Data URIs never come here; whatever does would leave the document. "Aborted" rather than "blocked", because a
  // refresh that is blocked replaces the document by an error page. A request whose page has gone needs no answer.
  page.on('request', (request) => void request.abort('aborted').catch(() => undefined));
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
