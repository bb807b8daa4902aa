import { Alert, Anchor, Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { ApiError } from 'haat-client';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { client } from '../lib/api.js';
import { SignInCard } from './sign-in-card.js';

/** E-mail address and password. A second factor is the next step, which the shell shows; all of it leads back to the same address. */
export function SignIn({ onDone }: { onDone: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await client.call('postAuthSignInEmail', { body: { email, password } });
      onDone();
    } catch (thrown) {
      setError(messageOf(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <SignInCard>
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <div>
            <Title order={1}>Sign in</Title>
            <Text c="dimmed" size="sm" mt={4}>
              To the console of this marketplace
            </Text>
          </div>
          {error && (
            <Alert color="red" variant="light" role="alert">
              {error}
            </Alert>
          )}
          <TextInput
            label="E-mail address"
            type="email"
            name="email"
            autoComplete="username"
            required
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" loading={busy} fullWidth mt="xs">
            Sign in
          </Button>
          <Group justify="space-between">
            <Anchor component={Link} to="/forgotten" size="sm">
              Password forgotten
            </Anchor>
            <Anchor component={Link} to="/sign-up" size="sm">
              Sell here: create an account
            </Anchor>
          </Group>
        </Stack>
      </form>
    </SignInCard>
  );
}

function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error);
  if (error.code === 'INVALID_ORIGIN')
    return 'This is not the public address of the platform: open the console where PUBLIC_API_BASE_URL says.';
  if (error.status === 403 && /verif/i.test(error.message))
    return 'The e-mail address is not confirmed yet. We have sent the link again: open it, and you are signed in.';
  if (error.status === 401) return 'The e-mail address or the password is wrong.';
  if (error.status === 429) return `Too many attempts. Try again in ${error.retryAfter ?? 60} seconds.`;
  return error.message;
}
