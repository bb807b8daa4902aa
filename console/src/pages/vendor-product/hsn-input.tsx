import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { data } from '../../lib/api.js';
import { ChargedGst, type GstOf, hsnProblems, useChargedGst } from './charged-gst.js';

interface Props {
  name: string;
  categoryId: string | null;
  /** The variant as it stands in the form, with the rate of its product where it has none. */
  goods: GstOf;
  onChange: (value: string | null) => void;
  error?: string;
}

/**
 * An HSN code of the list of the GST network, and the rate that it brings; codes that products of the same category have are
 * suggested.
 */
export function HsnInput({ name, categoryId, goods, onChange, error }: Props) {
  const suggestions = useQuery({
    queryKey: ['getVendorHsnSuggestions', categoryId],
    queryFn: ({ signal }) =>
      data('getVendorHsnSuggestions', { query: { categoryId: categoryId ?? '' }, signal }),
    enabled: categoryId !== null,
    staleTime: 60_000,
  });
  const charged = useChargedGst(goods);
  const text = goods.hsnCode ?? '';
  const problem = text === '' ? null : charged.data?.hsnProblem;
  return (
    <>
      <Autocomplete
        aria-label={`HSN code of ${name}`}
        inputMode="numeric"
        data={(suggestions.data ?? []).map(({ hsnCode }) => hsnCode)}
        value={text}
        onChange={(next) => onChange(next.replace(/\s/g, '') || null)}
        error={error ?? (problem ? hsnProblems[problem] : undefined)}
      />
      <ChargedGst charged={charged.data} />
    </>
  );
}
