import { createHtmlTemplate } from '#activities/_shared/html-template.js';
import type { InvoiceView } from '#domain/invoices/invoice-document.js';

const render = createHtmlTemplate('src/activities/invoices/assets/invoice.liquid');

/** The complete HTML document of an invoice or credit note, ready for the PDF renderer. */
export function renderInvoiceHtml(view: InvoiceView): Promise<string> {
  // Goes into a style sheet, where HTML escaping does not hold.
  const runningSerial = view.serial.replace(/[^A-Za-z0-9/-]/g, '');
  return render({ ...view, runningSerial });
}
