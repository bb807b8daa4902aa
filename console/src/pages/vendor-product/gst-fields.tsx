import { NumberInput, Stack, Switch } from '@mantine/core';

interface Gst {
  gstRate: number | null;
  gstExempt: boolean;
}

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
      <NumberInput
        label="GST"
        description={gstExempt ? 'An exempt supply has no rate' : `Percent; empty goes by ${without}`}
        suffix=" %"
        decimalScale={3}
        min={0}
        max={100}
        disabled={gstExempt}
        value={gstRate ?? ''}
        onChange={(value) => onChange({ gstRate: value === '' ? null : Number(value) })}
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
