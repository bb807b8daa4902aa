import type { Logger } from '#lib/logger.js';
import { launchBrowser, type RunningBrowser } from './launch-browser.js';
import { PdfRenderError } from './pdf-renderer.js';

export interface WarmBrowserOptions {
  chromePath?: string;
  /** Milliseconds without use after which the browser is stopped. */
  idleMs: number;
  logger?: Pick<Logger, 'info' | 'warn'>;
  /** Called when the browser has started, and when it is stopped. */
  onRunning?: (running: boolean) => void;
}

/**
 * The one browser of this process: started by the first who needs it, shared by all, replaced when it has died and
 * stopped after a time without use.
 */
export class WarmBrowser {
  readonly #options: WarmBrowserOptions;
  /** Browsers on their way out, so that `close` leaves none behind. */
  readonly #leaving = new Set<Promise<void>>();
  #current: Promise<RunningBrowser> | null = null;
  /** The current one, once it has started. */
  #started: RunningBrowser | null = null;
  #users = 0;
  #closed = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: WarmBrowserOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` with a running browser, which does not count as idle before the work has ended.
   * @throws PdfRenderError `no_browser`, `closed`, and whatever the work throws
   */
  async use<T>(work: (running: RunningBrowser) => Promise<T>): Promise<T> {
    this.#users += 1;
    clearTimeout(this.#idle);
    try {
      return await work(await this.#running());
    } finally {
      this.#users -= 1;
      if (this.#users === 0) this.#idle = setTimeout(() => this.retire('idle'), this.#options.idleMs).unref();
    }
  }

  /**
   * Lets the current browser go; the next use starts another.
   * @param only nothing happens where another has taken the place of this one
   */
  retire(reason: string, only?: RunningBrowser): void {
    const current = this.#current;
    if (!current || (only && this.#started !== only)) return;
    this.#current = this.#started = null;
    this.#options.onRunning?.(false);
    const leaving = current.then(
      async (running) => {
        await running.stop();
        this.#options.logger?.info({ reason }, 'pdf browser stopped');
      },
      () => undefined, // It never started, which its caller knows.
    );
    this.#leaving.add(leaving);
    void leaving
      .catch((error: unknown) =>
        this.#options.logger?.warn({ err: error }, 'pdf browser left something behind'),
      )
      .finally(() => this.#leaving.delete(leaving));
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Ends the browser, if there is one, and waits until its process and its profile are gone. No other follows. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    this.retire('closing');
    await Promise.all(this.#leaving);
  }

  async #running(): Promise<RunningBrowser> {
    let running = await this.#currentOrNew();
    if (!running.browser.connected) {
      this.retire('died');
      running = await this.#currentOrNew();
    }
    this.#refuseWhenClosed(); // It may have been closed while the browser was starting.
    return running;
  }

  #currentOrNew(): Promise<RunningBrowser> {
    this.#refuseWhenClosed();
    return (this.#current ??= this.#launch());
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new PdfRenderError('closed', 'the PDF renderer has been closed');
  }

  #launch(): Promise<RunningBrowser> {
    const launching = launchBrowser(this.#options).then((running) => {
      if (this.#current === launching) {
        this.#started = running;
        this.#options.onRunning?.(true);
      }
      this.#options.logger?.info({ browserPid: running.browser.process()?.pid }, 'pdf browser started');
      running.browser.once('disconnected', () => {
        if (this.#current === launching) this.retire('died');
      });
      return running;
    });
    launching.catch(() => {
      if (this.#current === launching) this.#current = null;
    });
    return launching;
  }
}
