import { ActionIcon, Button, Group, Pill, Popover, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import type { OperationEntry, Parameter } from '../lib/declarations.js';
import { useDeclarations } from '../lib/declarations.js';
import { label } from '../lib/format.js';
import { Icon } from '../shell/icon.js';
import { dateFilters, shownValue } from './date-filter.js';
import type { useListQuery } from './list-query.js';

const words: Record<string, string> = {
  eq: 'is',
  ne: 'is not',
  neq: 'is not',
  gt: 'is above',
  gte: 'is at least',
  lt: 'is below',
  lte: 'is at most',
  like: 'contains',
  in: 'is one of',
};
const paging = new Set([
  'page',
  'limit',
  'offset',
  'cursor',
  'sort',
  'sortBy',
  'sortDirection',
  'total',
  'filters[]',
  'search',
  'q',
  'searchValue',
]);

interface Props {
  operation: OperationEntry;
  parameters: Parameter[];
  list: ReturnType<typeof useListQuery>;
}

/** Search, the parameters that are choices, and filters with operators; all of it stands in the address. */
export function Filters({ operation, parameters, list }: Props) {
  const search = operation.list?.search;
  const change = useDebouncedCallback((text: string) => search && list.change({ [search]: text }, true), 250);
  const filters = parameters.find(({ name }) => name === 'filters[]')?.schema;
  const choices = parameters.filter(
    ({ name, schema }) => !paging.has(name) && (schema.enum ?? schema.type === 'boolean'),
  );
  const active = list.params.getAll('filters[]');
  const { store } = useDeclarations();
  if (!search && !filters && choices.length === 0) return null;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {search && (
          <TextInput
            aria-label="Search"
            placeholder="Search"
            leftSection={<Icon name="search" size={16} />}
            defaultValue={list.params.get(search) ?? ''}
            onChange={(event) => change(event.currentTarget.value)}
            w={{ base: '100%', xs: 260 }}
          />
        )}
        {choices.map(({ name, schema }) => (
          <Select
            key={name}
            aria-label={label(name)}
            placeholder={label(name)}
            clearable
            w={170}
            data={(schema.enum ?? ['true', 'false']).map((value) => ({
              value: String(value),
              label: label(String(value).toLowerCase()),
            }))}
            value={list.params.get(name)}
            onChange={(value) => list.change({ [name]: value })}
          />
        ))}
        {filters?.['x-filters'] && (
          <AddFilter
            fields={filters['x-filters']}
            operators={filters['x-operators']}
            add={(more) => list.change({ 'filters[]': [...active, ...more] })}
          />
        )}
      </Group>
      {active.length > 0 && (
        <Pill.Group>
          {active.map((filter) => {
            const [field = '', operator = '', ...value] = filter.split(':');
            return (
              <Pill
                key={filter}
                withRemoveButton
                onRemove={() => list.change({ 'filters[]': active.filter((item) => item !== filter) })}
                removeButtonProps={{ 'aria-label': `Remove the filter ${filter}` }}
              >
                {label(field)} {words[operator] ?? operator} {shownValue(value.join(':'), store)}
              </Pill>
            );
          })}
        </Pill.Group>
      )}
    </Stack>
  );
}

function AddFilter({
  fields,
  operators,
  add,
}: {
  fields: Record<string, string | string[]>;
  operators?: Record<string, string[]>;
  add: (filters: string[]) => void;
}) {
  const { store } = useDeclarations();
  const [opened, setOpened] = useState(false);
  const [field, setField] = useState(Object.keys(fields)[0] ?? '');
  const [operator, setOperator] = useState('eq');
  const [value, setValue] = useState('');
  const type = fields[field];
  const declared =
    operators?.[field] ??
    Object.keys(words).filter((word) => word !== 'neq' && (type === 'string' ? true : word !== 'like'));
  // A day is a span of time: it is on, before or after, and not one of several.
  const fitting = type === 'date' ? declared.filter((word) => word !== 'ne' && word !== 'in') : declared;
  const choices = Array.isArray(type) ? type : type === 'boolean' ? ['true', 'false'] : undefined;
  function submit(): void {
    if (value === '') return;
    add(type === 'date' ? dateFilters(field, operator, value, store) : [`${field}:${operator}:${value}`]);
    setValue('');
    setOpened(false);
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" withinPortal trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          onClick={() => setOpened(!opened)}
          leftSection={<Icon name="plus" size={14} />}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Group gap="xs" align="flex-end">
          <Select
            label="Field"
            w={160}
            allowDeselect={false}
            data={Object.keys(fields).map((name) => ({ value: name, label: label(name) }))}
            value={field}
            onChange={(name) => {
              setField(name ?? '');
              setOperator('eq');
              setValue('');
            }}
            comboboxProps={{ withinPortal: false }}
          />
          <Select
            label="Rule"
            w={130}
            allowDeselect={false}
            data={fitting.map((word) => ({ value: word, label: words[word] ?? word }))}
            value={operator}
            onChange={(word) => setOperator(word ?? 'eq')}
            comboboxProps={{ withinPortal: false }}
          />
          {choices ? (
            <Select
              label="Value"
              w={170}
              data={choices.map((choice) => ({ value: choice, label: label(choice.toLowerCase()) }))}
              value={value || null}
              onChange={(choice) => setValue(choice ?? '')}
              comboboxProps={{ withinPortal: false }}
            />
          ) : (
            <TextInput
              label="Value"
              w={190}
              type={type === 'date' ? 'date' : 'text'}
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
              onKeyDown={(event) => event.key === 'Enter' && submit()}
            />
          )}
          <ActionIcon
            size="lg"
            variant="filled"
            aria-label="Add the filter"
            onClick={submit}
            disabled={value === ''}
          >
            <Icon name="check" size={16} />
          </ActionIcon>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
