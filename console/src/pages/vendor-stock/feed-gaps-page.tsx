import { Text } from '@mantine/core';
import type { RowOf } from 'haat-client';
import { State } from '../../generic/value.js';
import { GapList } from './gap-list.js';

type Gap = RowOf<'getVendorFeedGaps'>;

/** Variants that shopping feeds refuse or show less of, each with a link to its product. */
export const Page = () => (
  <GapList
    operation="getVendorFeedGaps"
    title="Barcodes and pictures"
    text="Variants on sale that shopping services refuse, or find less often. Open a product to correct its barcode or add a larger picture."
    whole="Every variant has a valid barcode and a picture that is large enough."
    columns={columns}
  />
);

const columns = [
  {
    name: 'code',
    title: 'Barcode',
    cell: ({ code, identifierProblem }: Gap) => (
      <>
        {code && <Text size="sm">{code}</Text>}
        {identifierProblem && (
          <Text size="xs" c="dimmed">
            {problems[identifierProblem]}
          </Text>
        )}
      </>
    ),
  },
  {
    name: 'picture',
    title: 'Picture',
    cell: ({ smallPicture }: Gap) =>
      smallPicture ? <State text="too small" /> : <Text size="sm">Fine</Text>,
  },
];

const problems: Readonly<Record<NonNullable<Gap['identifierProblem']>, string>> = {
  missing: 'None entered: handmade goods have none, and need nothing.',
  wrong_form: 'Has not 8, 12, 13 or 14 digits.',
  wrong_check_digit: 'A digit is mistyped: the last one does not fit the others.',
  restricted_prefix: 'Is for use within one shop alone.',
};
