import {
  type AddressSummary,
  type DrawnPart,
  type LineSummary,
  type MailTemplate,
  ORDER_ADDRESSES,
  ORDER_SUMMARY,
  PARCEL_CONTENTS,
} from './mail-template.js';

/** Who previews and test mails speak to. */
export const SAMPLE_NAME = 'Asha Rao';

const lines = [
  {
    ...{ title: 'Block-printed cotton kurta', detail: 'Indigo, M', sku: 'KT-KURTA-IN-M', quantity: 2 },
    ...{ unitPrice: 129_900, amount: 259_800 },
  },
  {
    ...{ title: 'Brass diya lamp', detail: 'Small', sku: 'BR-DIYA-S', quantity: 1 },
    ...{ unitPrice: 20_100, amount: 20_100 },
  },
];

/** The lines of an order in previews and test mails. */
export const sampleSummary: LineSummary = {
  currency: 'INR',
  lines: lines.map(({ sku: _sku, ...line }) => line),
  totals: [
    { label: 'Items', amount: 279_900 },
    { label: 'Shipping', amount: 5_000 },
    { label: 'Includes GST 12%', amount: 2_154 },
    { label: 'Includes GST 5%', amount: 12_610 },
    { label: 'Total', amount: 284_900, strong: true },
  ],
};

const vendorSummary: LineSummary = { ...sampleSummary, lines };

const sampleContents: LineSummary = {
  currency: 'INR',
  lines: lines.map(({ title, detail, quantity }) => ({ title, detail, quantity })),
  totals: [],
};

const address = ['Asha Rao', '14 Lake View Road', 'Bengaluru 560001', 'Karnataka', '+919820012345'];
const sampleAddresses: AddressSummary = {
  addresses: [
    { label: 'Delivery', lines: address },
    { label: 'Billing', lines: address },
  ],
};

const samples: Readonly<Record<string, DrawnPart>> = {
  [ORDER_SUMMARY]: sampleSummary,
  [PARCEL_CONTENTS]: sampleContents,
  [ORDER_ADDRESSES]: sampleAddresses,
};

/** The drawn parts of a template, filled with the sample, by the name of their variable. */
export function sampleSummaries({
  role,
  variables,
}: Pick<MailTemplate, 'role' | 'variables'>): Record<string, DrawnPart> {
  return Object.fromEntries(
    variables.flatMap(({ name }) => {
      const part = name === ORDER_SUMMARY && role === 'vendor_member' ? vendorSummary : samples[name];
      return part ? [[name, part]] : [];
    }),
  );
}
