import { Alert, Anchor, Button, Group, Select, Stack, Text } from '@mantine/core';
import type { DataOf } from 'haat-client';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAct } from '../../generic/use-act.js';
import { changeAdminSetting } from '../../lib/change-admin-setting.js';
import { useDeclarations } from '../../lib/declarations.js';
import { ErrorView } from '../../shell/error-view.js';
import { nameOf, useTopics } from '../campaigns/topic.js';
import { TOPIC_SETTING } from './reminders.js';

type State = DataOf<'getAdminAbandonedCartsStatistics'>['state'];

const TOPICS = '/admin/campaigns/broadcasts?tab=topics';
const STORE = '/settings/store/storefront_urls';

/** Why no reminders are sent, and how to turn them on; nothing while they are sent. */
export function ReminderState({ state, mayChoose }: { state: State; mayChoose: boolean }) {
  const { shopUrl } = useDeclarations().store;
  if (state === 'on') return null;
  if (state === 'no_storefront' || (state === 'off' && shopUrl === null))
    return (
      <Alert color={state === 'off' ? 'blue' : 'orange'} variant="light" title={titles[state]}>
        Reminders link to the storefront, which has no address. Set{' '}
        <Anchor component={Link} to={STORE} inherit c="inherit" underline="always">
          storefront_urls.store_url
        </Anchor>
        {state === 'off' && ' first'}.
      </Alert>
    );
  return (
    <Alert color={state === 'off' ? 'blue' : 'orange'} variant="light" title={titles[state]}>
      <Stack gap="sm">
        <Text size="sm">
          {state === 'no_topic' && 'The topic of the reminders is archived or does not exist. '}
          Reminders belong to a topic of campaigns: it decides who wants them, and their unsubscribe link
          leads to it.
          {!mayChoose && ` Who may change settings turns them on by the id of a topic in ${TOPIC_SETTING}.`}
        </Text>
        {mayChoose && <TurnOn />}
      </Stack>
    </Alert>
  );
}

const titles: Record<Exclude<State, 'on'>, string> = {
  off: 'Reminders are off',
  no_topic: 'No reminders are sent',
  no_storefront: 'No reminders are sent',
};

/** Chooses the topic, which turns reminders on. */
function TurnOn() {
  const topics = useTopics();
  const [topicId, setTopicId] = useState<string | null>(null);
  const { act, busy, error } = useAct();
  if (topics.isLoadingError) return <ErrorView error={topics.error} retry={() => void topics.refetch()} />;
  if (topics.isPending) return null;
  const choices = topics.data.filter(({ archivedAt }) => archivedAt === null);
  if (choices.length === 0)
    return (
      <Text size="sm">
        There is no active topic.{' '}
        <Anchor component={Link} to={TOPICS} inherit c="inherit" underline="always">
          Create one
        </Anchor>
        , then come back.
      </Text>
    );
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <Select
          label="Topic"
          placeholder="Choose one"
          data={choices.map((topic) => ({ value: topic.id, label: nameOf(topic) }))}
          value={topicId}
          onChange={setTopicId}
          w={240}
        />
        <Button
          loading={busy}
          disabled={topicId === null}
          onClick={() =>
            void act(() => changeAdminSetting(TOPIC_SETTING, () => topicId), 'Reminders are turned on')
          }
        >
          Turn on
        </Button>
      </Group>
      {error !== null && <ErrorView error={error} />}
      <Text size="sm">
        Buyers are reminded of carts that they leave from now on.{' '}
        <Anchor component={Link} to={TOPICS} inherit c="inherit" underline="always">
          Topics
        </Anchor>
      </Text>
    </Stack>
  );
}
