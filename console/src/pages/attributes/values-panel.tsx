import { ActionIcon, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { EditButton, useReadOnly } from '../../generic/editable.js';
import { moveByKeys, OrderButtons } from '../../generic/order-buttons.js';
import { Panel } from '../../generic/panel.js';
import { moved } from '../../generic/sort-orders.js';
import { Icon } from '../../shell/icon.js';

export interface AttributeValue {
  /** Of a value that is stored. */
  id?: string;
  value: string;
}

/** The values to choose from, in their order. */
export function ValuesPanel({
  values,
  change,
  errors,
}: {
  values: readonly AttributeValue[];
  change: (values: AttributeValue[]) => void;
  errors: Record<string, string>;
}) {
  const [text, setText] = useState('');
  const readOnly = useReadOnly();
  const move = (from: number, to: number) => change(moved(values, from, to));
  const add = () => {
    const known = new Set(values.map(({ value }) => value));
    const added = text
      .split(',')
      .map((part) => part.trim())
      .filter((part, index, parts) => part !== '' && !known.has(part) && parts.indexOf(part) === index);
    if (added.length > 0) change([...values, ...added.map((value) => ({ value }))]);
    setText('');
  };
  return (
    <Panel title={`Values (${values.length})`}>
      <Stack gap="xs">
        {values.length === 0 && (
          <Text size="sm" c="dimmed">
            {readOnly
              ? 'No values yet.'
              : 'No values yet. Several can be added at once, with commas between them.'}
          </Text>
        )}
        {values.map(({ id, value }, index) => (
          <Group
            key={id ?? `new ${index}`}
            gap="xs"
            wrap="nowrap"
            align="flex-start"
            onKeyDown={readOnly ? undefined : moveByKeys(index, values.length, move)}
          >
            <TextInput
              aria-label={`Value ${index + 1}`}
              flex={1}
              value={value}
              error={errors[`values.${index}.value`]}
              onChange={(event) =>
                change(
                  values.map((item, at) =>
                    at === index ? { ...item, value: event.currentTarget.value } : item,
                  ),
                )
              }
            />
            <OrderButtons
              name={value || `value ${index + 1}`}
              index={index}
              count={values.length}
              move={move}
            />
            {!readOnly && (
              <ActionIcon
                variant="subtle"
                color="red"
                mt={3}
                aria-label={`Remove ${value || `value ${index + 1}`}`}
                onClick={() => change(values.filter((_, at) => at !== index))}
              >
                <Icon name="cross" size={14} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {!readOnly && (
          <Group gap="xs" wrap="nowrap">
            <TextInput
              aria-label="New values"
              placeholder="Red, blue, green"
              flex={1}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
            <EditButton variant="default" onClick={add} disabled={text.trim() === ''}>
              Add
            </EditButton>
          </Group>
        )}
        {errors['values'] && (
          <Text size="sm" c="red">
            {errors['values']}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
