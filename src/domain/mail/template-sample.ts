import { type LineSummary, type MailTemplate, ORDER_SUMMARY } from './mail-template.js';

/** Who previews and test mails speak to. */
export const SAMPLE_NAME = 'Asha Rao';

/** The lines of an order in previews and test mails. */
export const sampleSummary: LineSummary = {
  currency: 'INR',
  lines: [
    { title: 'Block-printed cotton kurta', detail: 'Indigo, M', quantity: 2, amount: 259_800 },
    { title: 'Brass diya lamp', quantity: 1, amount: 20_100 },
  ],
  totals: [
    { label: 'Items', amount: 279_900 },
    { label: 'Shipping', amount: 5_000 },
    { label: 'Total', amount: 284_900, strong: true },
  ],
};

/** The tables of a template, filled with the sample, by the name of their variable. */
export function sampleSummaries(template: Pick<MailTemplate, 'variables'>): Record<string, LineSummary> {
  const hasSummary = template.variables.some(({ name }) => name === ORDER_SUMMARY);
  return hasSummary ? { [ORDER_SUMMARY]: sampleSummary } : {};
}
