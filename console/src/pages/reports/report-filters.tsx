import { Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.js';
import type { ReportMeta } from './report-page.js';
import { useReportRange } from './report-range.js';

/** The span, and the filters that the report declares. */
export function ReportFilters({ report }: { report: ReportMeta }) {
  const { from, to, filters, change } = useReportRange();
  const set = (key: string, value: string | null) => {
    const { [key]: _, ...rest } = filters;
    const next = value ? { ...rest, [key]: value } : rest;
    change({ filters: Object.keys(next).length > 0 ? JSON.stringify(next) : null });
  };
  const setText = useDebouncedCallback(set, 300);
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        type="date"
        label={`${report.dateField} from`}
        value={from}
        max={to}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="to"
        value={to}
        min={from}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      {report.filters.map((filter) =>
        filter.type === 'vendor' ? (
          <VendorFilter
            key={filter.key}
            name={filter.label}
            value={filters[filter.key] ?? null}
            onChange={(value) => set(filter.key, value)}
          />
        ) : filter.type === 'enum' ? (
          <Select
            key={filter.key}
            label={filter.label}
            clearable
            data={filter.options ?? []}
            value={filters[filter.key] ?? null}
            onChange={(value) => set(filter.key, value)}
          />
        ) : (
          <TextInput
            key={filter.key}
            label={filter.label}
            defaultValue={filters[filter.key] ?? ''}
            onChange={(event) => setText(filter.key, event.currentTarget.value)}
          />
        ),
      )}
    </Group>
  );
}

function VendorFilter({
  name,
  value,
  onChange,
}: {
  name: string;
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  // Asked for when somebody is about to choose, or to name the one that is chosen.
  const [open, setOpen] = useState(false);
  const vendors = useQuery({
    queryKey: ['getAdminVendors', 'choices'],
    queryFn: ({ signal }) => call('getAdminVendors', { query: { limit: 100 }, signal }),
    staleTime: 60_000,
    enabled: open || value !== null,
  });
  return (
    <Select
      label={name}
      clearable
      searchable
      data={(vendors.data?.data ?? []).map(({ id, displayName }) => ({ value: id, label: displayName }))}
      nothingFoundMessage={vendors.isLoading ? 'Loading the vendors' : 'No vendor of this name'}
      onFocus={() => setOpen(true)}
      value={value}
      onChange={onChange}
    />
  );
}
