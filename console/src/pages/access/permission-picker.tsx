import { Button, Checkbox, Group, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { label } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { groupsOf, type PermissionGroup, usePermissions } from './permission-groups.js';

interface Props {
  chosen: readonly string[];
  onChange: (names: string[]) => void;
  /** Only these can be chosen: an API key never has more than its creator. */
  within?: ReadonlySet<string>;
}

/** Permissions by what they are about, each with what it allows. */
export function PermissionPicker({ chosen, onChange, within }: Props) {
  const { entries, error } = usePermissions();
  const [search, setSearch] = useState('');
  if (error) return <ErrorView error={error} />;
  if (!entries) return <PageLoader />;
  const text = search.trim().toLowerCase();
  const shown = entries.filter(
    ({ permission, description }) =>
      (within?.has(permission) ?? true) && `${permission} ${description}`.toLowerCase().includes(text),
  );
  const set = new Set(chosen);
  const change = (names: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const name of names)
      if (on) next.add(name);
      else next.delete(name);
    onChange([...next].sort());
  };
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          Permissions ({chosen.length})
        </Text>
        <TextInput
          size="xs"
          aria-label="Search permissions"
          placeholder="Search permissions"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </Group>
      <ScrollArea.Autosize mah={360} type="auto">
        <Stack gap="md">
          {groupsOf(shown).map((group) => (
            <OneGroup key={group.about} group={group} chosen={set} change={change} />
          ))}
          {shown.length === 0 && (
            <Text size="sm" c="dimmed">
              No permission of this name
            </Text>
          )}
        </Stack>
      </ScrollArea.Autosize>
    </Stack>
  );
}

function OneGroup({
  group: { about, permissions },
  chosen,
  change,
}: {
  group: PermissionGroup;
  chosen: ReadonlySet<string>;
  change: (names: readonly string[], on: boolean) => void;
}) {
  const names = permissions.map(({ name }) => name);
  const all = names.every((name) => chosen.has(name));
  return (
    <fieldset style={{ border: 'none', margin: 0, padding: 0 }}>
      <Group gap="xs" mb={4} component="legend" style={{ padding: 0 }}>
        <Text size="sm" fw={650} span>
          {label(about)}
        </Text>
        <Button size="compact-xs" variant="subtle" onClick={() => change(names, !all)}>
          {all ? `Clear ${label(about)}` : `All of ${label(about)}`}
        </Button>
      </Group>
      <Stack gap={6}>
        {permissions.map(({ name, description }) => (
          <Checkbox
            key={name}
            size="sm"
            label={name}
            description={description || undefined}
            checked={chosen.has(name)}
            onChange={(event) => change([name], event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </fieldset>
  );
}
