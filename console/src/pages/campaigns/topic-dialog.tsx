import { ActionIcon, Button, Group, Modal, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { ConflictList } from '../../generic/conflict-list.js';
import { EditedRow } from '../../generic/edited-row.js';
import { closeAsking } from '../../generic/leave-guard.js';
import { useEditor } from '../../generic/use-editor.js';
import { data } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { Icon } from '../../shell/icon.js';
import type { Topic } from './topic.js';

interface Draft {
  names: { locale: string; name: string }[];
  position: number | undefined;
  optIn: boolean;
  archived: boolean;
}

/** A topic: its name in each language, its place, and who gets its campaigns. */
export function TopicDialog({ topic, close }: { topic: Topic | null; close: () => void }) {
  if (!topic) return <TopicForm topic={null} close={close} />;
  return (
    <EditedRow
      name={['getAdminCampaignsTopicsById', topic.id]}
      read={() => readTopic(topic)}
      title="Edit the topic"
      close={close}
    >
      {(stored) => <TopicForm topic={stored} close={close} />}
    </EditedRow>
  );
}

const readTopic = ({ id }: Topic): Promise<Topic> => data('getAdminCampaignsTopicsById', { path: { id } });

const draftOf = (topic: Topic | null): Draft => ({
  names: topic ? topic.names.map((name) => ({ ...name })) : [{ locale: 'en', name: '' }],
  position: topic?.position,
  optIn: topic?.optIn ?? false,
  archived: topic?.archivedAt != null,
});

function TopicForm({ topic, close }: { topic: Topic | null; close: () => void }) {
  const { form, save, changedOf, busy, error, fields, conflicts } = useEditor({
    row: topic,
    draftOf,
    read: readTopic,
    known: ['names', 'position'],
  });
  const { draft, set } = form;
  const leave = closeAsking(form.dirty, close);
  const change = (index: number, part: Partial<Draft['names'][number]>) =>
    set({ names: draft.names.map((item, at) => (at === index ? { ...item, ...part } : item)) });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { names, position, optIn, archived } = draft;
    const common = { names, ...(position !== undefined && { position }) };
    void save(
      (edit): Promise<Topic> =>
        topic
          ? data('putAdminCampaignsTopicsById', {
              path: { id: topic.id },
              body: changedOf({ ...common, archived }),
              ...edit,
            })
          : data('postAdminCampaignsTopics', { body: { ...common, optIn } }),
      () => close(),
    );
  }
  return (
    <Modal opened onClose={leave} title={topic ? 'Edit the topic' : 'New topic'} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack>
          {draft.names.map(({ locale, name }, index) => (
            <Group key={index} align="flex-start" wrap="nowrap">
              <TextInput
                label={index === 0 ? 'Language' : undefined}
                aria-label={`Language ${index + 1}`}
                w={110}
                value={locale}
                error={fields[`names.${index}.locale`]}
                onChange={(event) => change(index, { locale: event.currentTarget.value.trim() })}
              />
              <TextInput
                label={index === 0 ? 'Name' : undefined}
                aria-label={`Name ${index + 1}`}
                flex={1}
                maxLength={80}
                value={name}
                error={fields[`names.${index}.name`]}
                onChange={(event) => change(index, { name: event.currentTarget.value })}
              />
              {index > 0 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  mt={4}
                  aria-label={`Remove the name in ${locale || 'this language'}`}
                  onClick={() => set({ names: draft.names.filter((_item, at) => at !== index) })}
                >
                  <Icon name="cross" size={16} />
                </ActionIcon>
              )}
            </Group>
          ))}
          <Button
            variant="subtle"
            size="xs"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => set({ names: [...draft.names, { locale: '', name: '' }] })}
          >
            Add a language
          </Button>
          <NumberInput
            label="Place"
            description="Lowest first on the preference page"
            w={200}
            min={0}
            max={1000}
            value={draft.position ?? ''}
            error={fields['position']}
            onChange={(position) => set({ position: typeof position === 'number' ? position : undefined })}
          />
          {topic === null ? (
            <Switch
              label="Only for those who ask for it"
              description="Off: every customer gets its campaigns until they unsubscribe. This cannot be changed later."
              checked={draft.optIn}
              onChange={(event) => set({ optIn: event.currentTarget.checked })}
            />
          ) : (
            <Switch
              label="Archived"
              description="No new campaigns, and not on the preference page. What customers have said to it is kept."
              checked={draft.archived}
              onChange={(event) => set({ archived: event.currentTarget.checked })}
            />
          )}
          <ConflictList {...conflicts} />
          {error !== null && <ErrorView error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              {topic ? 'Save' : 'Create'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
