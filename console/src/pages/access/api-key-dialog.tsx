import {
  Alert,
  Button,
  Code,
  CopyButton,
  Group,
  Modal,
  Stack,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core';
import type { BodyOf } from 'haat-client';
import { useState } from 'react';
import { useRefreshAll } from '../../generic/act-button.js';
import { DateTimeInput } from '../../generic/date-time-input.js';
import { useSubmit } from '../../generic/use-submit.js';
import { call } from '../../lib/api.js';
import { useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PermissionPicker } from './permission-picker.js';

type Body = BodyOf<'postAdminApiKeys'>;

/** A new API key, which is shown once: it lives in this dialog alone and is gone when that closes. */
export function ApiKeyDialog({ close }: { close: () => void }) {
  const [key, setKey] = useState<string | null>(null);
  if (key !== null) return <ShownKey value={key} close={close} />;
  return <NewKey close={close} onCreated={setKey} />;
}

function NewKey({ close, onCreated }: { close: () => void; onCreated: (key: string) => void }) {
  const { permissions: own } = useSession();
  const [name, setName] = useState('');
  const [permissions, setPermissions] = useState<string[]>([]);
  const [expiresAt, setExpiresAt] = useState<string | null>(null);
  const [allowedAddresses, setAddresses] = useState<string[]>([]);
  const [moneyActs, setMoneyActs] = useState(false);
  const refresh = useRefreshAll();
  const { busy, error, submit } = useSubmit(async () => {
    const body = { name: name.trim(), permissions, expiresAt, allowedAddresses, moneyActs } as Body;
    const { data } = await call('postAdminApiKeys', { body });
    void refresh();
    onCreated(data.key);
  });
  return (
    <Modal opened onClose={close} title="New API key" size="lg">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            description="What uses it"
            required
            maxLength={80}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <DateTimeInput
            label="Expires"
            description="Empty: it does not expire"
            value={expiresAt}
            onChange={setExpiresAt}
          />
          <TagsInput
            label="Allowed addresses"
            description="IP addresses and networks such as 10.0.0.0/8; empty: from anywhere"
            value={allowedAddresses}
            onChange={setAddresses}
          />
          <Switch
            label="May refund by hand and mark payouts as paid"
            checked={moneyActs}
            onChange={(event) => setMoneyActs(event.currentTarget.checked)}
          />
          <PermissionPicker chosen={permissions} onChange={setPermissions} within={own} />
          {error !== null && <ErrorView error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={name.trim() === '' || permissions.length === 0}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function ShownKey({ value, close }: { value: string; close: () => void }) {
  return (
    <Modal opened onClose={close} title="The new API key" closeOnClickOutside={false} closeOnEscape={false}>
      <Stack>
        <Alert color="yellow" variant="light">
          Copy it now: it is not stored, and nobody can show it again.
        </Alert>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {value}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button onClick={close}>I have it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
