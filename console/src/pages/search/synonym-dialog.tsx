import { Button, Group, Modal, Radio, Stack, TagsInput, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useRefreshAll } from '../../generic/act-button.js';
import { useSubmit } from '../../generic/use-submit.js';
import { call } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';

/** Leads the words of buyers to those of the vendors. */
export function SynonymDialog({ query, close }: { query: string; close: () => void }) {
  const [words, setWords] = useState<string[]>([]);
  const [way, setWay] = useState('both');
  const refresh = useRefreshAll();
  const { busy, error, submit } = useSubmit(async () => {
    const body = way === 'both' ? { root: null, words: [query, ...words] } : { root: query, words };
    await call('postAdminSearchSynonyms', { body });
    notifications.show({ color: 'teal', message: 'The synonym is in effect within a second' });
    void refresh();
    close();
  });
  return (
    <Modal opened onClose={close} title="Add a synonym" centered>
      <form onSubmit={submit}>
        <Stack>
          <TextInput label="Buyers search for" value={query} readOnly />
          <TagsInput
            label="Vendors call it"
            description="Words or phrases of up to four words, each followed by Enter"
            data-autofocus
            maxTags={49}
            value={words}
            onChange={setWords}
            acceptValueOnBlur
          />
          <Radio.Group label="Which way" value={way} onChange={setWay}>
            <Stack gap={6} mt={6}>
              <Radio value="both" label="Each of them finds the others" />
              <Radio value="one" label={`Only “${query}” finds the others`} />
            </Stack>
          </Radio.Group>
          {error !== null && <ErrorView error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={words.length === 0}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
