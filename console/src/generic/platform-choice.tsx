import { Input, SegmentedControl } from '@mantine/core';

export type Platform = 'WEB' | 'APP' | 'BOTH';

export const platformNames: Record<Platform, string> = { BOTH: 'Web and app', WEB: 'Web', APP: 'App' };

/** Where something is shown. */
export function PlatformChoice({
  value,
  onChange,
  label = 'Shown on',
  disabled = false,
}: {
  value: Platform;
  onChange: (platform: Platform) => void;
  label?: string;
  disabled?: boolean;
}) {
  return (
    <Input.Wrapper label={label} labelElement="div">
      <SegmentedControl
        mt={4}
        fullWidth
        size="sm"
        aria-label={label}
        disabled={disabled}
        value={value}
        onChange={(next) => onChange(next as Platform)}
        data={(['BOTH', 'WEB', 'APP'] as const).map((item) => ({ value: item, label: platformNames[item] }))}
      />
    </Input.Wrapper>
  );
}
