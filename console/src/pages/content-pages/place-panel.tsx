import { Group, SegmentedControl, Stack, Switch, TextInput } from '@mantine/core';
import { Panel } from '../../generic/panel.js';
import { RowPicker } from '../../generic/row-picker.js';
import type { PartProps } from './content-page.js';

/** Where in the tree the page stands, and whether the storefront shows it. */
export function PlacePanel({ draft, set, errors }: PartProps) {
  return (
    <Panel title="Place">
      <Stack>
        <SegmentedControl
          aria-label="State"
          style={{ alignSelf: 'flex-start' }}
          value={draft.status}
          onChange={(status) => set({ status: status as 'DRAFT' | 'PUBLISHED' })}
          data={[
            { value: 'DRAFT', label: 'Draft' },
            { value: 'PUBLISHED', label: 'Published' },
          ]}
        />
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <RowPicker
            kind="contentPages"
            label="Under"
            placeholder="At the top"
            value={draft.parentId}
            error={errors['parentId']}
            onChange={(parentId) => set({ parentId })}
          />
          <TextInput
            label="Slug"
            description="Empty is made from the title"
            miw={160}
            value={draft.slug}
            error={errors['slug']}
            onChange={(event) => set({ slug: event.currentTarget.value })}
          />
          <TextInput
            label="Layout"
            description="A name that the storefront knows"
            miw={160}
            value={draft.layout}
            error={errors['layout']}
            onChange={(event) => set({ layout: event.currentTarget.value })}
          />
        </Group>
        <Switch
          label="Hide the lower menu"
          checked={draft.hideLowerMenu}
          onChange={(event) => set({ hideLowerMenu: event.currentTarget.checked })}
        />
      </Stack>
    </Panel>
  );
}
