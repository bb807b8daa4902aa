import { Text } from '@mantine/core';
import type { RowOf } from 'haat-client';
import { State } from '../../generic/value.js';
import { GapList } from './gap-list.js';

type Gap = RowOf<'getVendorGstGaps'>;

/** Variants whose invoices cannot state their tax, each with a link to the product that lacks it. */
export const Page = () => (
  <GapList
    operation="getVendorGstGaps"
    title="Tax codes to correct"
    text="Variants whose HSN code or GST rate is missing or wrong. They are sold all the same; a return needs both to be right."
    whole="Every variant has an HSN code of the list and a rate of GST."
    columns={columns}
  />
);

const columns = [
  {
    name: 'hsn',
    title: 'HSN code',
    cell: ({ hsnCode }: Gap) => (hsnCode ? <Text size="sm">{hsnCode}</Text> : <State text="missing" />),
  },
  {
    name: 'reasons',
    title: 'What is wrong',
    cell: ({ reasons }: Gap) => (
      <Text size="sm">{reasons.map((reason) => gapReasons[reason]).join('; ')}</Text>
    ),
  },
];

const gapReasons: Record<Gap['reasons'][number], string> = {
  hsn_code_missing: 'The HSN code is missing',
  hsn_code_malformed: 'The HSN code has not 4, 6 or 8 digits',
  hsn_code_not_listed: 'The HSN code is not on the list of the GST network',
  gst_rate_missing: 'No rate is known: the tax list of the shop applies',
  gst_rate_not_listed: 'The rate is not one that a return takes',
};
