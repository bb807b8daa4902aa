import { Button, Card, Group, NumberInput, Stack, Switch, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Editable } from '../../generic/editable.js';
import { useLeaveGuard } from '../../generic/leave-guard.js';
import { useAct } from '../../generic/use-act.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { label } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';

type Values = Record<string, unknown>;

/** Settings that plugins declare for vendors: texts, numbers and switches. */
export function PluginSettings({ values }: { values: Values }) {
  const [form, setForm] = useState(values);
  const { act, busy, error, fields } = useAct(Object.keys(values));
  const mayChange = mayCall(useDeclarations().get('patchVendorSettings'), useSession());
  const changed = Object.fromEntries(Object.entries(form).filter(([key, value]) => value !== values[key]));
  const dirty = Object.keys(changed).length > 0;
  useLeaveGuard(dirty);
  const set = (key: string, value: unknown) => setForm((before) => ({ ...before, [key]: value }));

  function submit(event: FormEvent): void {
    event.preventDefault();
    void act(() => call('patchVendorSettings', { body: changed as never }), 'The settings are saved');
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
            {Object.entries(form).map(([key, value]) => fieldOf(key, value))}
            {error !== null && <ErrorView error={error} />}
            <Group justify="flex-end">
              <Button type="submit" loading={busy} disabled={!dirty}>
                Save
              </Button>
            </Group>
          </Stack>
        </Editable>
      </form>
    </Card>
  );
}
