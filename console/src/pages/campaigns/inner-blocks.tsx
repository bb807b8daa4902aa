import {
  ActionIcon,
  Button,
  Card,
  Fieldset,
  Group,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { useId } from 'react';
import { useReadOnly } from '../../generic/editable.js';
import { OrderButtons } from '../../generic/order-buttons.js';
import { moved } from '../../generic/sort-orders.js';
import { Icon } from '../../shell/icon.js';
import { AddBlock } from './add-block.js';
import { type Block, blockNames, type InnerBlock, innerKinds, newInner } from './block.js';
import { BlockFields, hasFields } from './block-fields.js';

interface Props {
  block: Block;
  /** How the block is called: "block 3". */
  name: string;
  set: (fields: Partial<Block>) => void;
  errorOf: (path: string) => string | undefined;
}

const alignments = [
  { value: 'left', label: 'Left' },
  { value: 'center', label: 'Centre' },
  { value: 'right', label: 'Right' },
];

/** The blocks inside of two columns or of a section, and where they begin. */
export function InnerBlocks({ block, name, set, errorOf }: Props) {
  const label = useId();
  const lists =
    block.type === 'columns'
      ? ([
          ['left', 'Left column'],
          ['right', 'Right column'],
        ] as const)
      : ([['blocks', 'Blocks of the section']] as const);
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={500} id={label}>
          Alignment
        </Text>
        <SegmentedControl
          aria-labelledby={label}
          size="xs"
          data={alignments}
          value={block.align ?? 'left'}
          onChange={(align) => set({ align: align as Block['align'] })}
        />
      </div>
      <SimpleGrid cols={1} spacing="sm">
        {lists.map(([field, legend]) => (
          <Fieldset key={field} legend={legend} p="sm">
            <List
              blocks={block[field] ?? []}
              name={`${legend.toLowerCase()} of ${name}`}
              change={(next) => set({ [field]: next })}
              error={errorOf(field)}
              errorOf={(path) => errorOf(`${field}.${path}`)}
            />
          </Fieldset>
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function List({
  blocks,
  name,
  change,
  error,
  errorOf,
}: {
  blocks: readonly InnerBlock[];
  name: string;
  change: (blocks: InnerBlock[]) => void;
  error?: string;
  errorOf: (path: string) => string | undefined;
}) {
  const readOnly = useReadOnly();
  return (
    <Stack gap="xs">
      {error && (
        <Text size="sm" c="red">
          {error}
        </Text>
      )}
      {blocks.map((block, index) => (
        // Fields hold what the block says: a block that moves shows the same in its new place.
        <Card key={index} withBorder padding="xs">
          <Group justify="space-between" mb={hasFields(block.type) ? 'xs' : 0}>
            <Text size="sm" fw={600}>
              {blockNames[block.type]}
            </Text>
            <Group gap={2} wrap="nowrap">
              <OrderButtons
                name={`block ${index + 1} of the ${name}`}
                index={index}
                count={blocks.length}
                move={(from, to) => change(moved(blocks, from, to))}
              />
              {!readOnly && (
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={`Remove block ${index + 1} of the ${name}`}
                  onClick={() => change(blocks.filter((_, at) => at !== index))}
                >
                  <Icon name="cross" size={14} />
                </ActionIcon>
              )}
            </Group>
          </Group>
          <BlockFields
            block={block}
            errorOf={(field) => errorOf(`${index}.${field}`) ?? errorOf(String(index))}
            set={(fields) =>
              change(blocks.map((item, at) => (at === index ? ({ ...item, ...fields } as InnerBlock) : item)))
            }
          />
        </Card>
      ))}
      {!readOnly && (
        <AddBlock kinds={innerKinds} add={(kind) => change([...blocks, newInner(kind)])}>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<Icon name="plus" size={14} />}
            aria-label={`Add a block to the ${name}`}
          >
            Add a block
          </Button>
        </AddBlock>
      )}
    </Stack>
  );
}
