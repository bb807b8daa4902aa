import type { Browser, CDPSession, Page, Protocol } from 'puppeteer-core';

/** A page that documents are printed on, one after the other. */
export interface PrintPage {
  page: Page;
  /** To ask for what the library would do in more steps. */
  session: CDPSession;
}

/**
 * Nobody sees the page on its screen: laying a document out and painting it there as well took the browser a quarter
 * of its time. Pictures are loaded all the same; fonts that a style sheet brings along are not.
 */
const NOT_ON_SCREEN = '<style media="screen">html{display:none}</style>';

const PRINTING: Protocol.Page.PrintToPDFRequest = {
  preferCSSPageSize: true,
  printBackground: true,
  // For those who have it read to them.
  generateTaggedPDF: true,
  marginTop: 0,
  marginRight: 0,
  marginBottom: 0,
  marginLeft: 0,
  transferMode: 'ReturnAsBase64',
};

/**
 * Opens a page on which nothing runs and nothing is loaded.
 * @throws Error when it crashes before it is open; afterwards `onCrash` is called
 */
export function openPrintPage(
  browser: Browser,
  onCrash: (page: Page, cause: Error) => void,
): Promise<PrintPage> {
  return unlessCrashed(browser, async () => {
    const page = await browser.newPage();
    page.once('error', (cause) => onCrash(page, cause));
    await secure(page);
    return { page, session: await page.createCDPSession() };
  });
}

/** Lays a document out and prints it. Without any time limit: the caller has one for all steps together. */
export async function printDocument({ page, session }: PrintPage, html: string): Promise<Uint8Array> {
  await page.setContent(html + NOT_ON_SCREEN, { waitUntil: 'load', timeout: 0 });
  // The library's own printing waits for fonts as well, and fetches the file in pieces.
  const { data } = await session.send('Page.printToPDF', PRINTING, { timeout: 0 });
  return Buffer.from(data, 'base64');
}

/** A page that crashes while it is being opened never responds, and nobody but the browser says so. */
async function unlessCrashed(browser: Browser, open: () => Promise<PrintPage>): Promise<PrintPage> {
  const session = await browser.target().createCDPSession();
  const others = new Set<string>();
  const know = ({ targetInfo }: Protocol.Target.TargetCreatedEvent) => others.add(targetInfo.targetId);
  session.on('Target.targetCreated', know);
  // Its response comes after the events of all that are there.
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
    void opening.then(({ page }) => page.close()).catch(() => undefined); // Gone already, alone or with its browser.
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
  // refresh that is blocked replaces the document by an error page. A request whose page has gone needs no response.
  page.on('request', (request) => void request.abort('aborted').catch(() => undefined));
}
