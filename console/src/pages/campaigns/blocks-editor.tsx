import {
  ActionIcon,
  Button,
  Card,
  Group,
  Menu,
  NumberInput,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import { useReadOnly } from '../../generic/editable.js';
import { OrderButtons } from '../../generic/order-buttons.js';
import { moved } from '../../generic/sort-orders.js';
import { Icon } from '../../shell/icon.js';
import { type Block, type BlockKind, blockNames, blockTitle, type KeyedBlock, newBlock } from './block.js';

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
            <BlockFields
              block={block}
              errorOf={(name) => errors[`blocks.${index}.${name}`] ?? errors[`blocks.${index}`]}
              set={(fields) =>
                change(
                  blocks.map((item, at) => (at === index ? { key, block: { ...block, ...fields } } : item)),
                )
              }
            />
          </Card>
        ))}
      </Stack>
      {!readOnly && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" leftSection={<Icon name="plus" size={16} />}>
              Add a block
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {(Object.keys(blockNames) as BlockKind[]).map((kind) => (
              <Menu.Item key={kind} onClick={() => add(kind)}>
                {blockNames[kind]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Stack>
  );
}

const hasFields = (type: BlockKind) => !['logo', 'social', 'divider'].includes(type);

function BlockFields({
  block,
  set,
  errorOf,
}: {
  block: Block;
  set: (fields: Partial<Block>) => void;
  errorOf: (name: string) => string | undefined;
}) {
  const text = (name: 'text' | 'url' | 'alt' | 'href' | 'label', label: string) => ({
    label,
    value: block[name] ?? '',
    error: errorOf(name),
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  if (block.type === 'heading')
    return (
      <Group align="flex-start" gap="xs">
        <TextInput {...text('text', 'Heading')} flex={1} miw={160} />
        <Select
          label="Size"
          w={110}
          allowDeselect={false}
          data={[
            { value: '1', label: 'Large' },
            { value: '2', label: 'Medium' },
            { value: '3', label: 'Small' },
          ]}
          value={String(block.level ?? 1)}
          onChange={(level) => set({ level: Number(level) })}
        />
      </Group>
    );
  if (block.type === 'text')
    return (
      <Textarea
        {...text('text', 'Text')}
        description="Markdown: **bold**, *italic*, [links](https://…) and lists"
        autosize
        minRows={3}
        maxRows={14}
      />
    );
  if (block.type === 'image')
    return (
      <Stack gap="xs">
        <TextInput {...text('url', 'Address of the picture')} placeholder="https://" />
        <TextInput {...text('alt', 'Text for readers without pictures')} />
        <TextInput
          {...text('href', 'Leads to')}
          onChange={(event) => set({ href: event.currentTarget.value || undefined })}
        />
      </Stack>
    );
  if (block.type === 'button')
    return (
      <Group align="flex-start" gap="xs">
        <TextInput {...text('label', 'Label')} flex={1} miw={140} />
        <TextInput {...text('url', 'Leads to')} flex={1} miw={160} />
      </Group>
    );
  if (block.type === 'spacer')
    return (
      <NumberInput
        label="Height in pixels"
        min={4}
        max={120}
        allowDecimal={false}
        value={block.height ?? 24}
        error={errorOf('height')}
        onChange={(height) => set({ height: Number(height) || 24 })}
      />
    );
  return null;
}
