import { Group, NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import type { Block, BlockKind } from './block.js';
import { ShopBlockFields } from './shop-block-fields.js';

export const hasFields = (type: BlockKind) => !['logo', 'social', 'divider'].includes(type);

export interface BlockFieldsProps {
  block: Block;
  set: (fields: Partial<Block>) => void;
  errorOf: (name: string) => string | undefined;
}

/** The fields of a block that holds no others. */
export function BlockFields({ block, set, errorOf }: BlockFieldsProps) {
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
  return <ShopBlockFields {...{ block, set, errorOf }} />;
}
