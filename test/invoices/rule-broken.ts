import { InvoiceRuleError, type InvoiceRule } from '#domain/invoices/invoice-rule-error.js';

/** The rule for which `work` is refused; undefined when nothing is thrown, any other error is thrown on. */
export function ruleBroken(work: () => unknown): InvoiceRule | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof InvoiceRuleError) return error.rule;
    throw error;
  }
}
