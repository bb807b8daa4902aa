import { Button, Checkbox, Group, Input, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { label } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { type CatalogEvent, type Operations, useCatalog } from './side.js';

interface Props {
  operations: Operations;
  /** Names of events, `prefix.*`, or `*`. */
  chosen: readonly string[];
  onChange: (names: string[]) => void;
  error?: string;
}

/** The events that an endpoint asks for: all, those of one kind (later ones too), or single ones, found by search. */
export function EventPicker({ operations, chosen, onChange, error }: Props) {
  const catalog = useCatalog(operations);
  const [search, setSearch] = useState('');
  if (catalog.error) return <ErrorView error={catalog.error} retry={() => void catalog.refetch()} />;
  if (!catalog.data) return <PageLoader />;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = catalog.data.filter(({ name, description }) => {
    const text = `${name} ${name.replace(/[._]/g, ' ')} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const all = chosen.includes('*');
  return (
    <Input.Wrapper label="Events" labelElement="div" required error={error}>
      <Stack gap="xs" mt={4}>
        <Checkbox
          label="All events"
          description="Also those that are added later"
          checked={all}
          onChange={(event) => onChange(event.currentTarget.checked ? ['*'] : [])}
        />
        {!all && (
          <>
            <TextInput
              aria-label="Search events"
              placeholder="Search events, such as paid"
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <ScrollArea.Autosize mah={280} type="auto" viewportProps={{ tabIndex: 0 }}>
              <Stack gap="md">
                {groupsOf(shown).map(([prefix, events]) => (
                  <EventGroup
                    key={prefix}
                    prefix={prefix}
                    events={events}
                    chosen={chosen}
                    onChange={onChange}
                  />
                ))}
                {shown.length === 0 && (
                  <Text size="sm" c="dimmed">
                    No event matches
                  </Text>
                )}
              </Stack>
            </ScrollArea.Autosize>
          </>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

/** By the first word of their names. */
function groupsOf(events: readonly CatalogEvent[]): [prefix: string, events: CatalogEvent[]][] {
  const groups = new Map<string, CatalogEvent[]>();
  for (const event of events) {
    const [prefix = ''] = event.name.split('.');
    groups.set(prefix, [...(groups.get(prefix) ?? []), event]);
  }
  return [...groups];
}

function EventGroup({
  prefix,
  events,
  chosen,
  onChange,
}: Omit<Props, 'operations' | 'error'> & { prefix: string; events: CatalogEvent[] }) {
  const pattern = `${prefix}.*`;
  const whole = chosen.includes(pattern);
  const toggleGroup = () =>
    onChange(
      whole
        ? chosen.filter((name) => name !== pattern)
        : [...chosen.filter((name) => !name.startsWith(`${prefix}.`)), pattern],
    );
  return (
    <fieldset style={{ border: 'none', margin: 0, padding: 0 }}>
      <Group gap="xs" mb={4} component="legend" style={{ padding: 0 }}>
        <Text size="sm" fw={650} span>
          {label(prefix)}
        </Text>
        <Button size="compact-xs" variant="subtle" onClick={toggleGroup}>
          {whole ? `Choose among ${pattern}` : `All of ${pattern}`}
        </Button>
      </Group>
      <Stack gap={6}>
        {events.map(({ name, description }) => (
          <Checkbox
            key={name}
            label={name}
            description={description.replaceAll('`', '')}
            disabled={chosen.some((item) => item.endsWith('*') && covers(item, name))}
            checked={chosen.some((item) => covers(item, name))}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...chosen, name].sort()
                  : chosen.filter((item) => item !== name),
              )
            }
          />
        ))}
      </Stack>
    </fieldset>
  );
}

/** Whether a pattern of the endpoint asks for an event, one that the form itself does not write too: `order.sub_order.*`. */
const covers = (pattern: string, name: string) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
