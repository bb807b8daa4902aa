import type { Logger } from '#lib/logger.js';
import type { Metrics } from '#lib/metrics.js';
import { PageSlot } from './page-slot.js';
import { PdfRenderError, type PdfRenderer, type RenderOptions } from './pdf-renderer.js';
import { SlotPool } from './slot-pool.js';
import { WarmBrowser } from './warm-browser.js';

export interface PdfRendererOptions {
  /** A Chrome to use in place of the bundled or an installed one. */
  chromePath?: string;
  logger?: Pick<Logger, 'info' | 'warn'>;
  metrics?: Metrics['pdf'];
  /** Milliseconds without rendering after which the browser is stopped; 5 minutes. */
  idleMs?: number;
  /** Documents rendered at the same time; 2, which is what two cores can use. */
  pages?: number;
  /** Milliseconds for one document once it has its turn; 20 seconds, where a usual one takes 20 ms. */
  timeoutMs?: number;
}

const HEARTBEAT_MS = 1_000;

/** The renderer on Chromium: one warm browser a process, started with the first document. */
export function createPdfRenderer(options: PdfRendererOptions = {}): PdfRenderer {
  const { logger, metrics, timeoutMs = 20_000 } = options;
  const warm = new WarmBrowser({
    ...options,
    idleMs: options.idleMs ?? 300_000,
    onRunning: (running) => metrics?.browserRunning.set(running ? 1 : 0),
  });
  const slots = new SlotPool(Array.from({ length: options.pages ?? 2 }, () => new PageSlot()));

  function attempt(slot: PageSlot, html: string, signal?: AbortSignal): Promise<Uint8Array> {
    return warm.use(async (running) => {
      try {
        return await slot.print(running.browser, html, { timeoutMs, signal });
      } catch (error) {
        if (!(await slot.discard())) warm.retire('a page does not close', running);
        // Unless the caller gave up while it opened.
        else if (!slot.opens && error instanceof PdfRenderError) warm.retire('no page opens', running);
        throw error;
      }
    });
  }

  /** A crash says little about the document: it gets one more chance, on a new page or browser. */
  async function renderOn(slot: PageSlot, html: string, signal?: AbortSignal): Promise<Uint8Array> {
    try {
      return await attempt(slot, html, signal);
    } catch (error) {
      if (warm.closed || !(error instanceof PdfRenderError) || error.failure !== 'crashed') throw error;
      logger?.warn({ err: error }, 'pdf rendering crashed, trying once more');
      return attempt(slot, html, signal);
    }
  }

  async function takeSlot(signal?: AbortSignal): Promise<PageSlot> {
    const measured = metrics?.wait.startTimer();
    metrics?.waiting.inc();
    try {
      return await slots.take(signal);
    } finally {
      metrics?.waiting.dec();
      measured?.();
    }
  }

  async function render(html: string, signal?: AbortSignal): Promise<Uint8Array> {
    const slot = await takeSlot(signal);
    const measured = metrics?.duration.startTimer();
    let outcome = 'rendered';
    metrics?.pagesInUse.inc();
    try {
      return await renderOn(slot, html, signal);
    } catch (error) {
      outcome = error instanceof PdfRenderError ? error.failure : 'interrupted';
      // What fails because we are going down should say so, whatever it looked like from inside.
      if (!warm.closed || signal?.aborted) throw error;
      throw new PdfRenderError('closed', 'the PDF renderer has been closed', { cause: error });
    } finally {
      measured?.({ outcome });
      metrics?.pagesInUse.dec();
      slots.give(slot);
    }
  }

  return {
    async render(html: string, { signal, heartbeat }: RenderOptions = {}): Promise<Uint8Array> {
      const beating = heartbeat && setInterval(heartbeat, HEARTBEAT_MS);
      return render(html, signal).finally(() => clearInterval(beating));
    },
    close: () => warm.close(),
  };
}
