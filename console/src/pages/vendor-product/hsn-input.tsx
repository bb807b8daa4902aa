import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { data } from '../../lib/api.js';

interface Props {
  name: string;
  categoryId: string | null;
  value: string | null;
  onChange: (value: string | null) => void;
  error?: string;
}

/** An HSN code of 4, 6 or 8 digits; those that products of the same category have are suggested. */
export function HsnInput({ name, categoryId, value, onChange, error }: Props) {
  const suggestions = useQuery({
    queryKey: ['getVendorHsnSuggestions', categoryId],
    queryFn: ({ signal }) =>
      data('getVendorHsnSuggestions', { query: { categoryId: categoryId ?? '' }, signal }),
    enabled: categoryId !== null,
    staleTime: 60_000,
  });
  const text = value ?? '';
  const broken = text !== '' && !/^(\d{4}|\d{6}|\d{8})$/.test(text);
  return (
    <Autocomplete
      aria-label={`HSN code of ${name}`}
      inputMode="numeric"
      data={(suggestions.data ?? []).map(({ hsnCode }) => hsnCode)}
      value={text}
      onChange={(next) => onChange(next.replace(/\s/g, '') || null)}
      error={error ?? (broken ? 'has 4, 6 or 8 digits' : undefined)}
    />
  );
}
