import { ActionIcon, Group } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useReadOnly } from './editable.js';
import { Icon } from '../shell/icon.js';

/** Moves an entry by Alt with an arrow key, for the `onKeyDown` of its row. */
export function moveByKeys(index: number, count: number, move: (from: number, to: number) => void) {
  return (event: KeyboardEvent) => {
    const to = event.key === 'ArrowUp' ? index - 1 : event.key === 'ArrowDown' ? index + 1 : index;
    if (!event.altKey || to === index || to < 0 || to >= count) return;
    event.preventDefault();
    event.stopPropagation();
    move(index, to);
  };
}

/** Moves an entry of a list up or down; Alt with an arrow key does the same. */
export function OrderButtons({
  name,
  index,
  count,
  move,
  disabled = false,
}: {
  name: string;
  index: number;
  count: number;
  move: (from: number, to: number) => void;
  disabled?: boolean;
}) {
  if (useReadOnly()) return null;
  return (
    <Group gap={2} wrap="nowrap" className="order-buttons" onKeyDown={moveByKeys(index, count, move)}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${name} up`}
        disabled={disabled || index === 0}
        onClick={() => move(index, index - 1)}
      >
        <Icon name="up" size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${name} down`}
        disabled={disabled || index === count - 1}
        onClick={() => move(index, index + 1)}
      >
        <Icon name="down" size={16} />
      </ActionIcon>
    </Group>
  );
}
