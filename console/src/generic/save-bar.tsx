import { Button, Group } from '@mantine/core';

/** Save and discard of a form that says by itself whether there is something to save. */
export function SaveBar({
  dirty,
  busy,
  discard,
  label = 'Save',
  disabled = false,
}: {
  dirty: boolean;
  busy: boolean;
  discard?: () => void;
  label?: string;
  disabled?: boolean;
}) {
  return (
    <Group justify="flex-end">
      {discard && dirty && (
        <Button variant="default" onClick={discard}>
          Discard
        </Button>
      )}
      <Button type="submit" loading={busy} disabled={!dirty || disabled}>
        {label}
      </Button>
    </Group>
  );
}
