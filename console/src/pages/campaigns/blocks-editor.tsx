import { ActionIcon, Button, Card, Group, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import { useReadOnly } from '../../generic/editable.js';
import { OrderButtons } from '../../generic/order-buttons.js';
import { moved } from '../../generic/sort-orders.js';
import { Icon } from '../../shell/icon.js';
import { AddBlock } from './add-block.js';
import {
  type Block,
  type BlockKind,
  blockKinds,
  blockNames,
  blockTitle,
  holdsBlocks,
  type KeyedBlock,
  newBlock,
} from './block.js';
import { BlockFields, hasFields } from './block-fields.js';
import { InnerBlocks } from './inner-blocks.js';

/**
 * Blocks one below the other. Buttons and keys do the same: Alt with an arrow moves the block that has the focus, and
 * Delete removes it; the focus goes with it.
 */
export function BlocksEditor({
  blocks,
  change,
  errors,
}: {
  blocks: readonly KeyedBlock[];
  change: (blocks: KeyedBlock[]) => void;
  errors: Record<string, string>;
}) {
  const readOnly = useReadOnly();
  const list = useRef<HTMLDivElement>(null);
  const focus = (index: number) =>
    setTimeout(() => list.current?.querySelectorAll<HTMLElement>('[data-block]')[index]?.focus(), 0);
  const move = (from: number, to: number) => {
    change(moved(blocks, from, to));
    focus(to);
  };
  const remove = (index: number) => {
    change(blocks.filter((_, at) => at !== index));
    focus(Math.max(0, index - 1));
  };
  const add = (kind: BlockKind, after = blocks.length) => {
    const block = { key: crypto.randomUUID(), block: newBlock(kind) };
    change([...blocks.slice(0, after), block, ...blocks.slice(after)]);
    focus(after);
  };
  const set = (index: number, fields: Partial<Block>) =>
    change(
      blocks.map(({ key, block }, at) => ({ key, block: at === index ? { ...block, ...fields } : block })),
    );
  const keys = (index: number) => (event: KeyboardEvent<HTMLElement>) => {
    const own = event.target === event.currentTarget;
    const to = event.key === 'ArrowUp' ? index - 1 : event.key === 'ArrowDown' ? index + 1 : index;
    if (readOnly && (event.altKey || event.key === 'Delete')) return;
    if (event.altKey && to !== index && to >= 0 && to < blocks.length) move(index, to);
    else if (own && !event.altKey && to !== index) focus(Math.min(blocks.length - 1, Math.max(0, to)));
    else if (own && event.key === 'Delete') remove(index);
    else return;
    event.preventDefault();
  };
  return (
    <Stack gap="sm">
      <Text size="xs" c="dimmed">
        With the keyboard: arrows go from block to block
        {readOnly ? '.' : ', Alt with an arrow moves one, Delete removes it.'}
      </Text>
      {errors['blocks'] && (
        <Text size="sm" c="red">
          {errors['blocks']}
        </Text>
      )}
      <Stack gap="sm" ref={list} role="list" aria-label="Blocks">
        {blocks.map(({ key, block }, index) => (
          <Card
            key={key}
            withBorder
            padding="sm"
            role="listitem"
            tabIndex={0}
            data-block
            aria-label={`Block ${index + 1} of ${blocks.length}, ${blockTitle(block)}`}
            onKeyDown={keys(index)}
          >
            <Group justify="space-between" mb={hasFields(block.type) ? 'xs' : 0}>
              <Text size="sm" fw={600}>
                {blockNames[block.type]}
              </Text>
              <Group gap={2} wrap="nowrap">
                <OrderButtons name={`block ${index + 1}`} index={index} count={blocks.length} move={move} />
                {!readOnly && (
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={`Remove block ${index + 1}`}
                    onClick={() => remove(index)}
                  >
                    <Icon name="cross" size={14} />
                  </ActionIcon>
                )}
              </Group>
            </Group>
            {holdsBlocks(block.type) ? (
              <InnerBlocks
                block={block}
                name={`block ${index + 1}`}
                errorOf={(path) => errors[`blocks.${index}.${path}`]}
                set={(fields) => set(index, fields)}
              />
            ) : (
              <BlockFields
                block={block}
                errorOf={(name) => errors[`blocks.${index}.${name}`] ?? errors[`blocks.${index}`]}
                set={(fields) => set(index, fields)}
              />
            )}
          </Card>
        ))}
      </Stack>
      {!readOnly && (
        <AddBlock kinds={blockKinds} add={add}>
          <Button variant="default" leftSection={<Icon name="plus" size={16} />}>
            Add a block
          </Button>
        </AddBlock>
      )}
    </Stack>
  );
}
