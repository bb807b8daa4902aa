import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { ApiError } from 'haat-client';
import { type FormEvent, useState } from 'react';
import { client } from '../lib/api.js';

interface Props {
  operation: 'postMeSecondFactorVerify' | 'postMeSecondFactorConfirm';
  submitLabel: string;
  onDone: (data: unknown) => void;
}

/** A code of the authenticator app. Only what the API says of it is shown: how many attempts are left is its secret. */
export function CodeForm({ operation, submitLabel, onDone }: Props) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      onDone(await client.data(operation, { body: { code: code.trim() } }));
    } catch (thrown) {
      setError(messageOf(thrown));
      setCode('');
    } finally {
      setBusy(false);
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        {error && (
          <Alert color="red" variant="light" role="alert">
            {error}
          </Alert>
        )}
        <TextInput
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          autoFocus
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} fullWidth>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}

function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error);
  if (error.status === 429) return 'Too many wrong codes. Wait a quarter of an hour, then try again.';
  return error.message;
}
