import { Alert, Anchor, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { ApiError } from 'haat-client';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { client } from '../lib/api.js';
import type { PendingStepUp } from '../lib/step-up.js';
import { useSession } from '../lib/session.js';
import { CodeForm } from './code-form.js';

interface Props {
  pending: PendingStepUp;
  done: () => void;
  cancel: () => void;
}

/** Asks for the password again, or for a code, before an act that needs it. */
export function StepUpDialog(props: Props) {
  return (
    <Modal opened onClose={props.cancel} title="Confirm that it is you" centered zIndex={400}>
      <Steps {...props} />
    </Modal>
  );
}

function Steps({ pending, done, cancel }: Props) {
  const [step, setStep] = useState(pending.step);
  // A new sign-in has not entered its code yet.
  async function signedIn(): Promise<void> {
    const factor = await client.data('getMeSecondFactor');
    if (factor.pending) setStep('code');
    else done();
  }
  if (step === 'code')
    return (
      <Stack>
        <Text size="sm">Enter the six digits of your authenticator app, or a recovery code.</Text>
        <CodeForm operation="postMeSecondFactorVerify" submitLabel="Confirm" onDone={done} />
      </Stack>
    );
  if (step === 'enrol')
    return (
      <Text size="sm">
        {pending.error.message} You set it up under{' '}
        <Anchor component={Link} to="/account" onClick={cancel}>
          Account and security
        </Anchor>
        .
      </Text>
    );
  return <Password text={pending.error.message} done={signedIn} cancel={cancel} />;
}

function Password({ text, done, cancel }: { text: string; done: () => Promise<void>; cancel: () => void }) {
  const { me } = useSession();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await client.call('postAuthSignInEmail', { body: { email: me.user.email ?? '', password } });
      await done();
    } catch (thrown) {
      setError(messageOf(thrown));
    } finally {
      setBusy(false);
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <Text size="sm">{text}. What you entered stays, and is sent as soon as you have confirmed.</Text>
        {error && (
          <Alert color="red" variant="light" role="alert">
            {error}
          </Alert>
        )}
        <PasswordInput
          label={`Password of ${me.user.email ?? ''}`}
          name="password"
          autoComplete="current-password"
          required
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
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

function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return 'The password is wrong.';
  return error instanceof Error ? error.message : String(error);
}
