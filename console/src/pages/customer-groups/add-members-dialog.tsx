import { Alert, Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useRefreshAll } from '../../generic/act-button.js';
import { RowsPicker } from '../../generic/row-picker.js';
import { useSubmit } from '../../generic/use-submit.js';
import { call } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';

/** As many as one request takes. */
const MAX = 1_000;

/** Adds customers to a group that is kept by hand: chosen by name, or a pasted list of addresses. */
export function AddMembersDialog({ id, close }: { id: string; close: () => void }) {
  const [userIds, setUserIds] = useState<string[]>([]);
  const [pasted, setPasted] = useState('');
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const refresh = useRefreshAll();
  const emails = [...new Set(pasted.split(/[\s,;]+/).filter(Boolean))];
  const { busy, error, submit } = useSubmit(async () => {
    const { data } = await call('postAdminCustomerGroupsByIdMembers', {
      path: { id },
      body: { userIds, emails },
    });
    notifications.show({
      color: 'teal',
      message: data.added === 1 ? '1 customer is added' : `${data.added} customers are added`,
    });
    void refresh();
    if (data.unknown.length === 0) return close();
    setUserIds([]);
    setPasted('');
    setUnknown(data.unknown);
  });
  return (
    <Modal opened onClose={close} title="Add customers" centered>
      <form onSubmit={submit}>
        <Stack>
          <RowsPicker
            kind="customers"
            label="By name"
            placeholder="Type a name or an address"
            value={userIds}
            onChange={setUserIds}
          />
          <Textarea
            label="By e-mail address"
            description={`Separated by commas, spaces or lines; ${MAX.toLocaleString('en')} at once`}
            autosize
            minRows={3}
            maxRows={10}
            value={pasted}
            error={emails.length > MAX ? `${emails.length} addresses: at most ${MAX} at once` : undefined}
            onChange={(event) => setPasted(event.currentTarget.value)}
          />
          {unknown.length > 0 && (
            <Alert color="orange" variant="light" title="These have no account and were not added">
              {unknown.slice(0, 20).join(', ')}
              {unknown.length > 20 && ` and ${unknown.length - 20} more`}
            </Alert>
          )}
          {error !== null && <ErrorView error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {unknown.length > 0 ? 'Close' : 'Cancel'}
            </Button>
            <Button
              type="submit"
              loading={busy}
              disabled={userIds.length + emails.length === 0 || emails.length > MAX}
            >
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
