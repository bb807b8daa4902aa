import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { client } from '../lib/api.js';
import { CodeForm } from './code-form.js';
import { EnrolSecondFactor } from './enrol-second-factor.js';
import { SignInCard } from './sign-in-card.js';

async function signOut(): Promise<void> {
  await client.call('postAuthSignOut', { body: {} });
  location.assign('/console/');
}

/** The second step of a sign-in: the code of the app, or a recovery code. */
export function EnterCode({ onDone }: { onDone: () => void }) {
  return (
    <SignInCard>
      <Stack>
        <div>
          <Title order={1}>Enter your code</Title>
          <Text c="dimmed" size="sm" mt={4}>
            Six digits of your authenticator app, or a recovery code
          </Text>
        </div>
        <CodeForm operation="postMeSecondFactorVerify" submitLabel="Continue" onDone={onDone} />
        <Group justify="center">
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => void signOut()}>
            Use another account
          </Button>
        </Group>
      </Stack>
    </SignInCard>
  );
}

/** The platform requires a second factor and the account has none. */
export function MustEnrol({ onDone }: { onDone: () => void }) {
  return (
    <SignInCard wide>
      <Stack>
        <div>
          <Title order={1}>Set up a second factor</Title>
          <Text c="dimmed" size="sm" mt={4}>
            This platform requires one of everybody who operates it. You need an authenticator app on your
            phone.
          </Text>
        </div>
        <EnrolSecondFactor onDone={onDone} />
        <Group justify="center">
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => void signOut()}>
            Sign out
          </Button>
        </Group>
      </Stack>
    </SignInCard>
  );
}
