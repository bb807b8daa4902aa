import { Button, Card, Group, NumberInput, Stack, Switch, TextInput, Title } from '@mantine/core';
import type { DataOf } from 'haat-client';
import type { FormEvent } from 'react';
import { ConflictList } from '../../generic/conflict-list.js';
import { Editable } from '../../generic/editable.js';
import { useEditor } from '../../generic/use-editor.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { label } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';

type Stored = DataOf<'getVendorSettings'>;
type Values = Record<string, unknown>;

/** Settings that plugins declare for vendors: texts, numbers and switches. */
export function PluginSettings({ stored, keys }: { stored: Stored; keys: readonly string[] }) {
  const { form, save, busy, error, fields, conflicts } = useEditor({
    row: stored,
    draftOf: (row): Values => Object.fromEntries(keys.map((key) => [key, (row ?? stored)[key]])),
    read: () => data('getVendorSettings'),
    known: keys,
  });
  const mayChange = mayCall(useDeclarations().get('patchVendorSettings'), useSession());
  const set = (key: string, value: unknown) => form.set({ [key]: value });

  function submit(event: FormEvent): void {
    event.preventDefault();
    void save(
      (edit) => data('patchVendorSettings', { body: form.changed as never, ...edit }),
      'The settings are saved',
    );
  }
  const fieldOf = (key: string, value: unknown) => {
    const shared = { label: label(key.replaceAll('.', '_')), error: fields[key], 'data-field': key };
    if (typeof value === 'boolean')
      return (
        <Switch
          key={key}
          {...shared}
          checked={value}
          onChange={({ currentTarget }) => set(key, currentTarget.checked)}
        />
      );
    if (typeof value === 'number')
      return (
        <NumberInput
          key={key}
          {...shared}
          value={value}
          onChange={(next) => set(key, next === '' ? null : Number(next))}
        />
      );
    if (typeof value === 'string' || value === null)
      return (
        <TextInput
          key={key}
          {...shared}
          value={value ?? ''}
          onChange={({ currentTarget }) => set(key, currentTarget.value)}
        />
      );
    return <TextInput key={key} {...shared} value={JSON.stringify(value)} readOnly />;
  };
  return (
    <Card withBorder padding="lg">
      <form onSubmit={submit} noValidate>
        <Editable may={mayChange}>
          <Stack>
            <Title order={2}>Of extensions</Title>
            {Object.entries(form.draft).map(([key, value]) => fieldOf(key, value))}
            <ConflictList {...conflicts} />
            {error !== null && <ErrorView error={error} />}
            <Group justify="flex-end">
              <Button type="submit" loading={busy} disabled={!form.dirty}>
                Save
              </Button>
            </Group>
          </Stack>
        </Editable>
      </form>
    </Card>
  );
}
