import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { ApiError } from 'haat-client';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { client } from '../lib/api.js';
import { SignInCard } from './sign-in-card.js';

/** Where the link of the mail leads to, signed in. */
const APPLY = '/console/apply';

/** An account for somebody who wants to sell; the link of the mail proves the address and goes on with the application. */
export function SignUp() {
  const [fields, setFields] = useState({ name: '', email: '', password: '' });
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await client.call('postAuthSignUpEmail', {
        body: { ...fields, callbackURL: `${location.origin}${APPLY}` },
      });
      setSent(true);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }

  if (sent) return <LinkSent email={fields.email} />;
  const set = (name: keyof typeof fields) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setFields((before) => ({ ...before, [name]: value }));
  };
  return (
    <SignInCard>
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <div>
            <Title order={1}>Sell here</Title>
            <Text c="dimmed" size="sm" mt={4}>
              Create an account, confirm your e-mail address, then describe your shop.
            </Text>
          </div>
          {error && (
            <Alert color="red" variant="light" role="alert">
              {error.status === 429
                ? `Too many attempts. Try again in ${error.retryAfter ?? 60} seconds.`
                : error.message}
            </Alert>
          )}
          <TextInput
            label="Your name"
            name="name"
            autoComplete="name"
            required
            autoFocus
            value={fields.name}
            onChange={set('name')}
          />
          <TextInput
            label="E-mail address"
            type="email"
            name="email"
            autoComplete="username"
            required
            value={fields.email}
            onChange={set('email')}
          />
          <PasswordInput
            label="Password"
            description="At least 8 characters"
            name="password"
            autoComplete="new-password"
            required
            minLength={8}
            value={fields.password}
            onChange={set('password')}
          />
          <Button type="submit" loading={busy} fullWidth mt="xs">
            Create the account
          </Button>
          <Anchor component={Link} to="/" size="sm">
            I have an account: sign in
          </Anchor>
        </Stack>
      </form>
    </SignInCard>
  );
}

function LinkSent({ email }: { email: string }) {
  const [again, setAgain] = useState(false);
  async function resend(): Promise<void> {
    await client
      .call('postAuthSendVerificationEmail', { body: { email, callbackURL: `${location.origin}${APPLY}` } })
      .catch(() => undefined);
    setAgain(true);
  }
  return (
    <SignInCard>
      <Stack role="status">
        <Title order={1}>Confirm your e-mail address</Title>
        <Text size="sm">
          We sent a link to <b>{email}</b>. Open it in this browser: it signs you in, and your application is
          the next step.
        </Text>
        <Button variant="default" onClick={() => void resend()} disabled={again}>
          {again ? 'The link was sent again' : 'Send the link again'}
        </Button>
        <Anchor component={Link} to="/" size="sm">
          Back to the sign-in
        </Anchor>
      </Stack>
    </SignInCard>
  );
}
