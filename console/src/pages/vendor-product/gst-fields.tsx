import { Select, Stack, Switch } from '@mantine/core';

interface Gst {
  gstRate: number | null;
  gstExempt: boolean;
}

/** Those that the return of the GST network takes. */
const rates = [0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 12, 18, 28, 40];

/** The GST of a product or a variant: a rate, or an exempt supply. Without either, `without` decides. */
export function GstFields({
  value: { gstRate, gstExempt },
  onChange,
  without,
  error,
}: {
  value: Gst;
  onChange: (fields: Partial<Gst>) => void;
  /** What an empty rate means. */
  without: string;
  error?: string;
}) {
  return (
    <Stack gap="xs">
      <Select
        label="GST"
        description={gstExempt ? 'An exempt supply has no rate' : `Empty goes by ${without}`}
        data={rates.map((rate) => ({ value: String(rate), label: `${rate} %` }))}
        clearable
        searchable
        disabled={gstExempt}
        value={gstRate === null ? null : String(gstRate)}
        onChange={(value) => onChange({ gstRate: value === null ? null : Number(value) })}
        error={error}
      />
      <Switch
        label="Exempt from GST"
        checked={gstExempt}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? { gstExempt: true, gstRate: null } : { gstExempt: false })
        }
      />
    </Stack>
  );
}
