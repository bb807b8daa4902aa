import { SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { Panel } from '../../generic/panel.js';
import type { Basics, ProductDraft } from './draft.js';
import type { PartProps } from './product-editor.js';

const statuses = [
  { value: 'draft', label: 'Draft' },
  { value: 'active', label: 'On sale' },
  { value: 'archived', label: 'Archived' },
];

/** Whether it is on sale, and what is missing until it sells. */
export function StatePanel({ draft, change }: PartProps) {
  const { basics } = draft;
  const set = (fields: Partial<Basics>) =>
    change((before) => ({ ...before, basics: { ...before.basics, ...fields } }));
  const missing = missingOf(draft);
  return (
    <Panel title="State">
      <Stack>
        <SegmentedControl
          aria-label="State of the product"
          fullWidth
          data={statuses}
          value={basics.status}
          onChange={(status) => set({ status: status as Basics['status'] })}
        />
        <Switch
          label="Hidden from shoppers"
          description="It can be opened by nobody but you"
          checked={basics.visibility === 'private'}
          onChange={(event) => set({ visibility: event.currentTarget.checked ? 'private' : 'public' })}
        />
        {missing.length > 0 && (
          <Text size="sm" c="dimmed">
            Still missing: {missing.join(', ')}.
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

function missingOf({ basics, images, variants }: ProductDraft): string[] {
  const live = variants.filter(({ deleted }) => !deleted);
  return [
    ...(basics.title.trim() === '' ? ['a title'] : []),
    ...(images.length === 0 ? ['a picture'] : []),
    ...(live.every(({ price }) => price === null) ? ['a price'] : []),
    ...(live.some(({ hsnCode }) => hsnCode === null) ? ['HSN codes'] : []),
    ...(basics.primaryCategoryId === null ? ['a category'] : []),
    ...(basics.status === 'active' ? [] : ['the state On sale']),
  ];
}
