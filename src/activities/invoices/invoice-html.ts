import { readFile } from 'node:fs/promises';
import { Liquid, type Template } from 'liquidjs';
import type { InvoiceView } from '#domain/invoices/invoice-document.js';
import { projectFile } from '#lib/project-files.js';

const TEMPLATE = projectFile('src/activities/invoices/assets/invoice.liquid');

/**
 * Everything printed is text of vendors and buyers, so it is escaped without the template having to ask for it, and a
 * name the view does not have is an error rather than a hole in a tax document.
 */
const engine = new Liquid({
  outputEscape: 'escape',
  ownPropertyOnly: true,
  strictVariables: true,
  strictFilters: true,
  // Far above the largest order; what they stop is a template that has gone wrong.
  parseLimit: 1_000_000,
  renderLimit: 30_000,
  memoryLimit: 100_000_000,
});

let parsed: Promise<Template[]> | undefined;

/** The complete HTML document of an invoice, ready for the PDF renderer. */
export async function renderInvoiceHtml(view: InvoiceView): Promise<string> {
  parsed ??= readFile(TEMPLATE, 'utf8').then((text) => engine.parse(text));
  // Goes into a style sheet, where HTML escaping does not hold.
  const runningSerial = view.serial.replace(/[^A-Za-z0-9/-]/g, '');
  // Nothing in it waits, and promises took longer than the work.
  const html: unknown = engine.renderSync(await parsed, { ...view, runningSerial });
  return String(html);
}
