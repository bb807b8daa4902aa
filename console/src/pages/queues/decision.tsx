import { Card, Group, Stack, Text } from '@mantine/core';
import { ActButton } from '../../generic/act-button.js';
import { Value } from '../../generic/value.js';
import { type FeatureShapes, resolve } from '../../lib/declarations.js';
import { ago, label } from '../../lib/format.js';
import type { Queue } from './queues.js';

const quiet = new Set(['id', 'status', 'createdAt', 'updatedAt', 'slug', 'title', 'displayName']);

/** One thing to decide: all that was said, and the two buttons. The next moves up as soon as it is decided. */
export function Decision({
  queue,
  row,
  shapes,
}: {
  queue: Queue;
  row: Record<string, unknown>;
  shapes: FeatureShapes;
}) {
  const path = { ...queue.params, id: String(row['id']) };
  const name = String(row['displayName'] ?? row['title'] ?? row['productTitle'] ?? '');
  const rows = resolve(shapes.operations[queue.list]?.data, shapes.schemas).schema.items;
  const fields = Object.entries(resolve(rows, shapes.schemas).schema.properties ?? {}).filter(
    ([field]) => !quiet.has(field) && row[field] !== null && row[field] !== undefined && row[field] !== '',
  );
  return (
    <Card withBorder padding="lg">
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
            {name || '(without a name)'}
          </Text>
          <Text size="sm" c="dimmed" className="nowrap">
            {ago(String(row['createdAt']))}
          </Text>
        </Group>
        <dl className="details">
          {fields.map(([field, schema]) => (
            <Field key={field} name={field} row={row} schema={schema} shapes={shapes} />
          ))}
        </dl>
        <Group gap="xs">
          <ActButton
            operation={queue.approve}
            path={path}
            label="Approve"
            variant="filled"
            text={queue.effect}
            done="Approved"
          />
          <ActButton operation={queue.reject} path={path} label="Reject" danger done="Rejected" />
          {queue.other && (
            <ActButton
              operation={queue.other.operation}
              path={path}
              label={queue.other.label}
              text="It is hidden and counts for nothing."
              done={`Marked as ${queue.other.label.toLowerCase()}`}
            />
          )}
        </Group>
      </Stack>
    </Card>
  );
}

function Field({
  name,
  row,
  schema,
  shapes,
}: {
  name: string;
  row: Record<string, unknown>;
  schema: Parameters<typeof resolve>[0];
  shapes: FeatureShapes;
}) {
  const value = row[name];
  return (
    <>
      <dt>{label(name)}</dt>
      <dd>
        {typeof value === 'object' && value !== null && !Array.isArray(value) ? (
          Object.values(value).filter(Boolean).map(String).join(', ')
        ) : typeof value === 'string' && value.length > 60 ? (
          <span style={{ whiteSpace: 'pre-line' }}>{value}</span>
        ) : (
          <Value value={value} schema={resolve(schema, shapes.schemas).schema} name={name} row={row} />
        )}
      </dd>
    </>
  );
}
