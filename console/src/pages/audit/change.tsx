import { Table, Text } from '@mantine/core';
import { label } from '../../lib/format.js';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A change field by field, its value before beside the one after. */
export function Change({ before, after }: { before: unknown; after: unknown }) {
  const plain = !isFields(before) && !isFields(after);
  const [old, next]: [Fields, Fields] = plain
    ? [{ value: before }, { value: after }]
    : [isFields(before) ? before : {}, isFields(after) ? after : {}];
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  if (names.length === 0)
    return (
      <Text size="sm" c="dimmed">
        This act has no values.
      </Text>
    );
  return (
    <Table className="table" aria-label="Values before and after" withRowBorders={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th w="40%">Before</Table.Th>
          <Table.Th w="40%">After</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.map((name) => {
          const changed = JSON.stringify(old[name] ?? null) !== JSON.stringify(next[name] ?? null);
          return (
            <Table.Tr key={name}>
              <Table.Td>{label(name)}</Table.Td>
              <Table.Td>
                <ChangedValue value={old[name]} />
              </Table.Td>
              <Table.Td fw={changed ? 650 : undefined}>
                <ChangedValue value={next[name]} />
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

function ChangedValue({ value }: { value: unknown }) {
  if (value === undefined || value === null || value === '')
    return (
      <Text span size="sm" c="dimmed">
        –
      </Text>
    );
  if (typeof value === 'object') return <pre className="pre">{JSON.stringify(value, null, 2)}</pre>;
  return (
    <Text span size="sm" inherit style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)}
    </Text>
  );
}
