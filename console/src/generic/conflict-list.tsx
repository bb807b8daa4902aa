import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { label } from '../lib/format.js';

/** A field that both sides changed, each to something else. */
export interface Conflict {
  /** `basics.title`, `variants.<id>.price`. */
  path: string;
  mine: unknown;
  theirs: unknown;
}

/** The button that saves is at the end of the page, out of sight of what is to be decided. */
const comeIntoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'center' });

/** Fields that somebody else has changed as well: which of the two is right is decided one by one. */
export function ConflictList({
  conflicts,
  decide,
}: {
  conflicts: readonly Conflict[];
  decide: (conflict: Conflict, value: unknown) => void;
}) {
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

/** What is said where somebody else has saved meanwhile. */
export const mergedText = (conflicts: number): string =>
  conflicts === 0
    ? 'Somebody else has saved meanwhile. Their changes are taken in: look, and save again.'
    : 'Somebody else has saved meanwhile. Choose what is right, and save again.';

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/**
 * What a form becomes when somebody else has saved meanwhile: a field that one side changed is that side's, one that both
 * changed is a conflict, and mine until somebody decides it.
 * @param base what both began with
 */
export function mergeFields<T extends object>(
  base: T,
  mine: T,
  theirs: T,
): { merged: T; conflicts: Conflict[] } {
  const conflicts: Conflict[] = [];
  const entries = Object.entries(mine).map(([path, own]: [string, unknown]) => {
    const [was, other] = [base[path as keyof T], theirs[path as keyof T]];
    if (same(own, was) || same(own, other)) return [path, other];
    if (!same(other, was)) conflicts.push({ path, mine: own, theirs: other });
    return [path, own];
  });
  return { merged: Object.fromEntries(entries) as T, conflicts };
}
