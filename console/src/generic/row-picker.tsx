import { MultiSelect, Select } from '@mantine/core';
import { type RowKind, useChoices, useNames } from './rows-by-kind.js';

interface Shared {
  kind: RowKind;
  label?: string;
  'aria-label'?: string;
  description?: string;
  error?: string;
  placeholder?: string;
}

/** Rows of a kind, searched by what somebody types; held by their ids. */
export function RowsPicker({
  kind,
  value,
  onChange,
  ...rest
}: Shared & { value: readonly string[]; onChange: (ids: string[]) => void }) {
  const known = useNames(kind, value);
  const choices = useChoices(
    kind,
    [...known].map(([id, label]) => ({ value: id, label })),
  );
  return (
    <MultiSelect
      {...rest}
      {...choices}
      searchable
      clearable
      hidePickedOptions
      filter={({ options }) => options}
      value={[...value]}
      onChange={onChange}
    />
  );
}

export function RowPicker({
  kind,
  value,
  onChange,
  required = false,
  ...rest
}: Shared & { value: string | null; onChange: (id: string | null) => void; required?: boolean }) {
  const known = useNames(kind, value === null ? [] : [value]);
  const choices = useChoices(
    kind,
    [...known].map(([id, label]) => ({ value: id, label })),
  );
  return (
    <Select
      {...rest}
      {...choices}
      required={required}
      searchable
      clearable={!required}
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
    />
  );
}

/** Rows of a kind held by their slugs, as filters of the search name them. */
export function SlugsPicker({
  kind,
  value,
  onChange,
  ...rest
}: Shared & { value: readonly string[]; onChange: (slugs: string[]) => void }) {
  const choices = useChoices(
    kind,
    value.map((slug) => ({ value: slug, label: slug })),
    'slug',
  );
  return (
    <MultiSelect
      {...rest}
      {...choices}
      searchable
      clearable
      hidePickedOptions
      filter={({ options }) => options}
      value={[...value]}
      onChange={onChange}
    />
  );
}
