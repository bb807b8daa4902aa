import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { type matrixChanges, variantTitle } from './matrix.js';

interface Props {
  changes: ReturnType<typeof matrixChanges>;
  close: () => void;
  save: () => void;
}

/** Which variants come and go, before it happens. */
export function SaveDialog({ changes: { added, detached, deleted }, close, save }: Props) {
  return (
    <Modal opened onClose={close} title="What happens to the variants">
      <Stack>
        <Part title="New" variants={added} text="They can be bought once they have stock." />
        <Part
          title="Detached"
          variants={detached}
          text="They fit the options no more: they stay with their stock and history, and cannot be bought."
        />
        <Part
          title="Deleted"
          variants={deleted}
          text="They are taken off sale, and cannot be brought back."
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Go on editing
          </Button>
          <Button onClick={save}>Save</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Part({
  title,
  variants,
  text,
}: {
  title: string;
  variants: Props['changes']['added'];
  text: string;
}) {
  if (variants.length === 0) return null;
  return (
    <div>
      <Text fw={600} size="sm">
        {title} ({variants.length})
      </Text>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <List size="sm" mt={4}>
        {variants.slice(0, 12).map((variant) => (
          <List.Item key={variant.key}>{variantTitle(variant) || variant.sku || 'Without options'}</List.Item>
        ))}
        {variants.length > 12 && <List.Item>and {variants.length - 12} more</List.Item>}
      </List>
    </div>
  );
}
