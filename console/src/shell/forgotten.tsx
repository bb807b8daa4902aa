import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { client } from '../lib/api.js';
import { ErrorView } from './error-view.js';
import { SignInCard } from './sign-in-card.js';

/** Asks for the mail that sets a new password. What it says is the same whether there is an account or not. */
export function Forgotten() {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [sent, setSent] = useState(false);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setError(null);
    try {
      await client.call('postAuthRequestPasswordReset', { body: { email } });
      setSent(true);
    } catch (thrown) {
      setError(thrown);
    }
  }
  return (
    <SignInCard>
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <Title order={1}>Password forgotten</Title>
          {sent ? (
            <Text size="sm" role="status">
              If there is an account with this address, a mail with a link is on its way. The link sets a new
              password.
            </Text>
          ) : (
            <>
              {error !== null && <ErrorView error={error} />}
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
              <Button type="submit" fullWidth>
                Send the link
              </Button>
            </>
          )}
          <Anchor component={Link} to="/" size="sm">
            Back to the sign-in
          </Anchor>
        </Stack>
      </form>
    </SignInCard>
  );
}
