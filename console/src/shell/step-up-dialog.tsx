import { Alert, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { client } from '../lib/api.js';
import { onStepUp, type PendingStepUp } from '../lib/step-up.js';
import { useSession } from '../lib/session.js';

/** Asks for the password again, or for a code, before an act that needs it; cancelling keeps what was typed. */
export function StepUpDialog() {
  const [pending, setPending] = useState<PendingStepUp | null>(null);
  useEffect(() => onStepUp(setPending), []);
  if (!pending) return null;
  const cancel = () => {
    setPending(null);
    pending.cancel();
  };
  const done = () => {
    setPending(null);
    pending.done();
  };
  return (
    <Modal opened onClose={cancel} title="Confirm that it is you" centered>
      <Confirm pending={pending} done={done} cancel={cancel} />
    </Modal>
  );
}

function Confirm({
  pending,
  done,
  cancel,
}: {
  pending: PendingStepUp;
  done: () => void;
  cancel: () => void;
}) {
  const { me } = useSession();
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const needsCode = pending.step === 'code';
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      if (needsCode)
        await client.call('postMeSecondFactorVerify' as 'postAuthSignOut', {
          body: { code: value } as never,
        });
      else
        await client.call('postAuthSignInEmail', { body: { email: me.user.email ?? '', password: value } });
      done();
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setBusy(false);
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <Text size="sm">{pending.error.message}</Text>
        {error && (
          <Alert color="red" variant="light" role="alert">
            {error}
          </Alert>
        )}
        {needsCode ? (
          <TextInput
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            data-autofocus
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        ) : (
          <PasswordInput
            label={`Password of ${me.user.email ?? ''}`}
            autoComplete="current-password"
            required
            data-autofocus
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
