export interface RenderOptions {
  /** Gives the rendering up; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called about once a second while the rendering waits or runs. */
  heartbeat?: () => void;
}

/** Makes PDF files of HTML pages. */
export interface PdfRenderer {
  /**
   * Renders one complete HTML document; the page size and margins come from its `@page` rules. Scripts do not run and
   * nothing is loaded: images have to be data URIs, fonts those of the machine.
   * @throws PdfRenderError
   */
  render(html: string, options?: RenderOptions): Promise<Uint8Array>;
  /** Ends the browser, and with it every rendering under way. The renderer cannot be used afterwards. */
  close(): Promise<void>;
}

/**
 * Why no PDF came out: `no_browser` needs an operator, `timeout` and `crashed` may pass on another attempt,
 * `closed` means that this process is going down.
 */
export type PdfFailure = 'no_browser' | 'timeout' | 'crashed' | 'closed';

export class PdfRenderError extends Error {
  readonly failure: PdfFailure;

  constructor(failure: PdfFailure, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'PdfRenderError';
    this.failure = failure;
  }
}
