import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { label } from '../lib/format.js';

/** A field that both sides changed, each to something else. */
export interface Conflict {
  /** `basics.title`, `variants.<id>.price`. */
  path: string;
  mine: unknown;
  theirs: unknown;
}

export interface Conflicts {
  conflicts: readonly Conflict[];
  decide: (conflict: Conflict, value: unknown) => void;
}

/** The button that saves is at the end of the page, out of sight of what is to be decided. */
const comeIntoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'center' });

/** Fields that somebody else has changed as well: which of the two is right is decided one by one. */
export function ConflictList({ conflicts, decide }: Conflicts) {
  if (conflicts.length === 0) return null;
  return (
    <Alert ref={comeIntoView} color="orange" title="Somebody else has changed the same">
      <Stack gap="sm">
        {conflicts.map((conflict) => (
          <div key={conflict.path}>
            <Text size="sm" fw={600}>
              {titleOf(conflict.path)}
            </Text>
            <Group gap="xs" mt={4}>
              <Button size="compact-sm" variant="default" onClick={() => decide(conflict, conflict.mine)}>
                Mine: {textOf(conflict.mine)}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => decide(conflict, conflict.theirs)}>
                Theirs: {textOf(conflict.theirs)}
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
const ID = /^[\da-f]{8}-[\da-f-]{27}$/;

function textOf(value: unknown): string {
  if (value === null || value === '') return '(empty)';
  if (typeof value === 'string' && ID.test(value)) return 'another one';
  const text =
    typeof value === 'string'
      ? value.replace(/<[^>]+>/g, ' ')
      : Array.isArray(value)
        ? `${value.length} entries`
        : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
