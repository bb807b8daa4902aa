import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer-core';
import { PdfRenderError } from './pdf-renderer.js';
import { openPrintPage, type PrintPage, printDocument } from './print-page.js';

const DISCARD_MS = 2_000;

export interface PrintLimits {
  timeoutMs: number;
  signal?: AbortSignal;
}

/** A place for one rendering at a time. Its page is kept from one document to the next: a new one costs 90 ms. */
export class PageSlot {
  #page: PrintPage | null = null;
  #opens = true;
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

  /** Whether a page could be opened when one was last wanted: a browser may be up and open none. */
  get opens(): boolean {
    return this.#opens;
  }

  /** Throws the page away; false when it does not even close, and its browser cannot be trusted either. */
  async discard(): Promise<boolean> {
    const open = this.#page;
    this.#page = null;
    if (!open) return true;
    const closing = open.page.close().then(
      () => true,
      () => true, // Gone already, alone or with its browser.
    );
    return Promise.race([closing, delay(DISCARD_MS, false, { ref: false })]);
  }

  async #layOutAndPrint(browser: Browser, html: string, interrupted: AbortSignal): Promise<Uint8Array> {
    try {
      return await printDocument(await this.#open(browser, interrupted), html);
    } catch (cause) {
      throw new PdfRenderError('crashed', 'the browser failed while it made a PDF', { cause });
    }
  }

  async #open(browser: Browser, interrupted: AbortSignal): Promise<PrintPage> {
    const kept = this.#page?.page;
    if (this.#page && !kept?.isClosed() && kept?.browser() === browser) return this.#page;
    this.#opens = false;
    const opened = await openPrintPage(browser, (crashed, cause) => this.#onCrash(crashed, cause));
    this.#opens = true;
    if (interrupted.aborted) await opened.page.close();
    interrupted.throwIfAborted();
    this.#page = opened;
    return opened;
  }

  /** A crashed page never responds again, and it may crash while nobody renders: both must be seen here. */
  #onCrash(page: Page, cause: Error): void {
    if (this.#page?.page !== page) return;
    this.#attempt?.abort(new PdfRenderError('crashed', 'the page crashed while it was rendered', { cause }));
    void this.discard();
  }
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
