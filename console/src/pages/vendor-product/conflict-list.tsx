import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { label } from '../../lib/format.js';
import { withField } from './merge.js';
import type { ProductForm } from './use-product-form.js';

/** Fields that somebody else has changed as well: which of the two is right is decided one by one. */
export function ConflictList({ form }: { form: ProductForm }) {
  if (form.conflicts.length === 0) return null;
  return (
    <Alert color="orange" title="Somebody else has changed the same">
      <Stack gap="sm">
        {form.conflicts.map(({ path, mine, theirs }) => (
          <div key={path}>
            <Text size="sm" fw={600}>
              {titleOf(path)}
            </Text>
            <Group gap="xs" mt={4}>
              <Button size="compact-sm" variant="default" onClick={() => form.settle(path)}>
                Mine: {textOf(mine)}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  form.change((before) => withField(before, path, theirs));
                  form.settle(path);
                }}
              >
                Theirs: {textOf(theirs)}
              </Button>
            </Group>
          </div>
        ))}
      </Stack>
    </Alert>
  );
}

const titleOf = (path: string) => label(path.split('.').at(-1) ?? path);

const LONGEST = 60;

function textOf(value: unknown): string {
  if (value === null || value === '') return '(empty)';
  const text =
    typeof value === 'string'
      ? value.replace(/<[^>]+>/g, ' ')
      : Array.isArray(value)
        ? `${value.length} entries`
        : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
