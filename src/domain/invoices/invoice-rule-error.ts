export type InvoiceRule = 'seller_without_gstin' | 'totals_do_not_add_up' | 'image_not_embedded';

/**
 * An invoice that must not be issued as it stands. Trying again cannot help: the order, the vendor's profile or the
 * settings have to change first. `message` is a sentence an operator can act on.
 */
export class InvoiceRuleError extends Error {
  readonly rule: InvoiceRule;

  constructor(rule: InvoiceRule, message: string) {
    super(message);
    this.name = 'InvoiceRuleError';
    this.rule = rule;
  }
}
