import { createPdfRenderer } from '#integrations/pdf/create-pdf-renderer.js';
import type { PdfRenderer } from '#integrations/pdf/pdf-renderer.js';
import type { Platform } from '#operations/platform.js';

const renderers = new WeakMap<object, PdfRenderer>();

/** The one browser of a process, whichever feature prints; it is started by the first document. */
export function sharedPdfRenderer({
  config,
  logger,
  metrics,
}: Pick<Platform, 'config' | 'logger' | 'metrics'>): PdfRenderer {
  const renderer =
    renderers.get(metrics) ??
    createPdfRenderer({ chromePath: config.CHROME_PATH, logger, metrics: metrics.pdf });
  renderers.set(metrics, renderer);
  return renderer;
}
