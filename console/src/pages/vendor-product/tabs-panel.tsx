import { Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { EditButton } from '../../generic/editable.js';
import { Panel } from '../../generic/panel.js';
import { RichText } from '../../generic/rich-text.js';
import { newKey, type TabDraft } from './draft.js';
import type { PartProps } from './product-editor.js';

/** Further texts of the page: care, sizes, delivery. */
export function TabsPanel({ draft: { tabs }, change, errors }: PartProps) {
  const setTabs = (update: (tabs: TabDraft[]) => TabDraft[]) =>
    change((before) => ({ ...before, tabs: update(before.tabs) }));
  const set = (key: string, fields: Partial<TabDraft>) =>
    setTabs((before) => before.map((tab) => (tab.key === key ? { ...tab, ...fields } : tab)));
  const add = () =>
    setTabs((before) => [
      ...before,
      { key: newKey(), stored: false, title: '', body: null, isActive: true, deleted: false },
    ]);
  const remove = (tab: TabDraft) =>
    setTabs((before) =>
      tab.stored
        ? before.map((other) => (other.key === tab.key ? { ...other, deleted: true } : other))
        : before.filter(({ key }) => key !== tab.key),
    );
  const shown = tabs.filter(({ deleted }) => !deleted);
  return (
    <Panel
      title="Tabs"
      actions={
        <EditButton size="compact-sm" variant="default" onClick={add}>
          Add a tab
        </EditButton>
      }
    >
      {shown.length === 0 && (
        <Text size="sm" c="dimmed">
          Texts beside the description, such as care and sizes.
        </Text>
      )}
      <Stack gap="lg">
        {shown.map((tab) => (
          <Stack key={tab.key} gap="xs">
            <Group align="flex-end">
              <TextInput
                label="Title of the tab"
                flex={1}
                value={tab.title}
                onChange={(event) => set(tab.key, { title: event.currentTarget.value })}
                error={errors[`tabs.${tab.key}`]}
              />
              <Switch
                label="Shown"
                mb={8}
                checked={tab.isActive}
                onChange={(event) => set(tab.key, { isActive: event.currentTarget.checked })}
              />
              <EditButton variant="subtle" color="red" onClick={() => remove(tab)}>
                Remove
              </EditButton>
            </Group>
            <RichText
              label={`Text of ${tab.title || 'the tab'}`}
              value={tab.body ?? ''}
              onChange={(html) => set(tab.key, { body: html === '' ? null : html })}
            />
          </Stack>
        ))}
      </Stack>
    </Panel>
  );
}
