import { createHtmlTemplate } from '#activities/_shared/html-template.js';
import type { InvoiceView } from '#domain/invoices/invoice-document.js';

const render = createHtmlTemplate('src/activities/invoices/assets/invoice.liquid');

/** The complete HTML document of an invoice or credit note, ready for the PDF renderer. */
export function renderInvoiceHtml(view: InvoiceView): Promise<string> {
  // Goes into a style sheet, where HTML escaping does not hold.
  const runningSerial = view.serial.replace(/[^A-Za-z0-9/-]/g, '');
  return render({ ...view, runningSerial });
}

/** Copies of one document, each with its mark, as one HTML document: each begins on a new page. */
export async function renderCopiesHtml(views: readonly InvoiceView[]): Promise<string> {
  const pages = await Promise.all(views.map(renderInvoiceHtml));
  const [first = ''] = pages;
  const bodies = pages.map((page) => /<body[^>]*>([\s\S]*)<\/body>/.exec(page)?.[1] ?? '');
  const copies = bodies
    .map((body, index) => `<div${index === 0 ? '' : ' style="break-before: page"'}>${body}</div>`)
    .join('\n');
  return first.replace(
    /(<body[^>]*>)[\s\S]*(<\/body>)/,
    (_page, begin: string, end: string) => begin + copies + end,
  );
}
