import { Button, Group, Menu, NumberInput, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useReadOnly } from '../../generic/editable.js';
import { Panel } from '../../generic/panel.js';
import { RowsPicker } from '../../generic/row-picker.js';
import { label } from '../../lib/format.js';
import type { PartProps } from './discount.js';
import { type Dimension, dimensions } from './discount-sentence.js';

type Mode = 'INCLUDE' | 'EXCLUDE';
type Row = `${Dimension} ${Mode}`;

/** What is reduced: several kinds of targets must all match, within a kind any of its entries. */
export function TargetsPanel({ draft, set, errors }: PartProps) {
  const [opened, setOpened] = useState<Row[]>([]);
  const filled = dimensions.flatMap((dimension) =>
    (['INCLUDE', 'EXCLUDE'] as const)
      .filter((mode) => draft[dimension].some((entry) => entry.mode === mode))
      .map((mode): Row => `${dimension} ${mode}`),
  );
  const rows = [...new Set([...filled, ...opened])];
  const idsOf = (dimension: Dimension, mode: Mode) =>
    draft[dimension].filter((entry) => entry.mode === mode).map(({ id }) => id);
  const choose = (dimension: Dimension, mode: Mode, ids: readonly string[]) =>
    set({
      [dimension]: [
        ...draft[dimension].filter((entry) => entry.mode !== mode && !ids.includes(entry.id)),
        ...ids.map((id) => ({ id, mode })),
      ],
    });
  const readOnly = useReadOnly();
  const add = (dimension: Dimension) => {
    const free = (['INCLUDE', 'EXCLUDE'] as const).find((mode) => !rows.includes(`${dimension} ${mode}`));
    if (free) setOpened([...opened, `${dimension} ${free}`]);
  };
  return (
    <Panel
      title="What is reduced"
      actions={
        !readOnly && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" size="compact-sm">
                Add targets
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {dimensions.map((dimension) => (
                <Menu.Item key={dimension} onClick={() => add(dimension)}>
                  {label(dimension)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )
      }
    >
      <Stack>
        {rows.length === 0 && (
          <Text size="sm" c="dimmed">
            Everything. Targets narrow it to some products, or leave some out.
          </Text>
        )}
        {rows.map((row) => {
          const [dimension, mode] = row.split(' ') as [Dimension, Mode];
          const other: Mode = mode === 'INCLUDE' ? 'EXCLUDE' : 'INCLUDE';
          return (
            <div key={row}>
              <Group justify="space-between" mb={4}>
                <Text size="sm" fw={500}>
                  {label(dimension)}
                </Text>
                <SegmentedControl
                  size="xs"
                  aria-label={`How ${dimension} count`}
                  value={mode}
                  onChange={() => {
                    const ids = idsOf(dimension, mode);
                    setOpened([...opened.filter((item) => item !== row), `${dimension} ${other}`]);
                    set({
                      [dimension]: [
                        ...draft[dimension].filter((entry) => entry.mode === other),
                        ...ids.map((id) => ({ id, mode: other })),
                      ],
                    });
                  }}
                  data={[
                    { value: 'INCLUDE', label: 'Only these' },
                    { value: 'EXCLUDE', label: 'All but these' },
                  ]}
                />
              </Group>
              <RowsPicker
                kind={dimension}
                label={`${mode === 'INCLUDE' ? 'Only' : 'All but'} ${dimension}`}
                placeholder="Type to search"
                value={idsOf(dimension, mode)}
                error={errors[dimension]}
                onChange={(ids) => choose(dimension, mode, ids)}
              />
            </div>
          );
        })}
        <Switch
          label="Not on items with a special price"
          checked={draft.excludeSaleItems}
          onChange={(event) =>
            set({
              excludeSaleItems: event.currentTarget.checked,
              ...(!event.currentTarget.checked && { excludeSaleItemsOverPercent: null }),
            })
          }
        />
        {draft.excludeSaleItems && (
          <NumberInput
            label="Only where they are reduced by more than"
            description="Empty leaves out all of them"
            min={1}
            max={100}
            allowDecimal={false}
            suffix=" %"
            value={draft.excludeSaleItemsOverPercent ?? ''}
            error={errors['excludeSaleItemsOverPercent']}
            onChange={(next) => set({ excludeSaleItemsOverPercent: next === '' ? null : Number(next) })}
          />
        )}
      </Stack>
    </Panel>
  );
}
