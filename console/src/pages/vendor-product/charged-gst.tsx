import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { data } from '../../lib/api.js';
import { money } from '../../lib/format.js';
import { useDeclarations } from '../../lib/declarations.js';

type Charged = DataOf<'getVendorGstRate'>;

export interface GstOf {
  hsnCode: string | null;
  gstRate: number | null;
  gstExempt: boolean;
  /** Subunits of a piece. */
  price: number | null;
}

/** What is wrong with an HSN code, as a field says it. */
export const hsnProblems = {
  malformed: 'has 4, 6 or 8 digits',
  not_listed: 'is not on the list of the GST network',
} as const;

/** The GST that goods are charged today; asked again when what decides it changes. */
export function useChargedGst(of: GstOf) {
  const [{ hsnCode, gstRate, gstExempt, price }] = useDebouncedValue(of, 300);
  const query = {
    ...(hsnCode && { hsnCode }),
    ...(gstRate !== null && { gstRate }),
    ...(gstExempt && { gstExempt: 'true' as const }),
    ...(price !== null && { price }),
  };
  return useQuery({
    queryKey: ['getVendorGstRate', query],
    queryFn: ({ signal }) => data('getVendorGstRate', { query, signal }),
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
}

/** The rate that will be charged, with its reason. */
export function ChargedGst({ charged }: { charged: Charged | undefined }) {
  const { store } = useDeclarations();
  if (!charged) return null;
  return (
    <Text size="xs" c="dimmed" mt={4} aria-live="polite">
      <b>{rateText(charged)}</b>: {reasonText(charged, (amount) => money(amount, store.currency))}
    </Text>
  );
}

function rateText({ gstRate, gstExempt, cessRate }: Charged): string {
  if (gstRate === null) return 'No GST';
  if (gstExempt) return 'Exempt';
  return `${gstRate} % GST${cessRate ? ` and ${cessRate} % cess` : ''}`;
}

function reasonText(charged: Charged, amount: (subunits: number) => string): string {
  const { reason, hsnPrefix, description, slab } = charged;
  switch (reason) {
    case 'own_rate':
      return 'as entered here';
    case 'hsn_code': {
      const limit = slab
        ? `, ${slab.rateAbove} % above ${amount(slab.limit)} a ${slab.unit} after discounts`
        : '';
      return `HSN ${hsnPrefix}${description ? `, ${description}` : ''}${limit}`;
    }
    case 'tax_list':
      return 'the tax list of the shop, because no rate is known for the HSN code';
    case 'own_list_without_gst':
      return 'the tax list of the shop has none';
    case 'seller_not_registered':
      return 'the shop has no GSTIN';
    case 'composition_scheme':
      return 'the shop is under the composition scheme';
    case 'nothing':
      return 'no rate is known for the HSN code';
  }
}
