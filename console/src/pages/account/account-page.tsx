import { Badge, Button, Card, Group, NativeSelect, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Time } from '../../generic/value.js';
import { call, client } from '../../lib/api.js';
import { useRefreshSession, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { SecondFactor } from './second-factor.js';

interface OwnSession {
  id: string;
  createdAt: string;
  userAgent?: string | null;
  ipAddress?: string | null;
}

/** The account of the person: password and sessions. */
export function Page() {
  const { me } = useSession();
  return (
    <Stack maw={680}>
      <div>
        <Title order={1}>Account and security</Title>
        <Text c="dimmed" size="sm">
          {me.user.name} · {me.user.email}
        </Text>
      </div>
      <Language />
      <Password />
      <SecondFactor />
      <Sessions />
    </Stack>
  );
}

function Language() {
  const { me } = useSession();
  const refresh = useRefreshSession();
  const [error, setError] = useState<unknown>(null);
  async function choose(locale: string | null): Promise<void> {
    setError(null);
    try {
      await call('patchMe', { body: { locale } });
      await refresh();
      notifications.show({ color: 'teal', message: 'The language of your mails is saved' });
    } catch (thrown) {
      setError(thrown);
    }
  }
  const [standard] = me.locales;
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Title order={2}>Language of mails</Title>
        {error !== null && <ErrorView error={error} />}
        <NativeSelect
          aria-label="Language of mails"
          value={me.user.locale ?? ''}
          data={[
            { value: '', label: `Language of the store (${standard?.name ?? 'English'})` },
            ...me.locales.map(({ locale, name }) => ({ value: locale, label: name })),
          ]}
          onChange={(event) => void choose(event.currentTarget.value || null)}
        />
      </Stack>
    </Card>
  );
}

function Password() {
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNext] = useState('');
  const [error, setError] = useState<unknown>(null);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setError(null);
    try {
      await call('postAuthChangePassword', {
        body: { currentPassword, newPassword, revokeOtherSessions: true },
      });
      notifications.show({ color: 'teal', message: 'The password is changed; other sessions have ended' });
      setCurrent('');
      setNext('');
    } catch (thrown) {
      setError(thrown);
    }
  }
  return (
    <Card withBorder padding="lg">
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <Title order={2}>Password</Title>
          {error !== null && <ErrorView error={error} />}
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            value={currentPassword}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            required
            value={newPassword}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit">Change the password</Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function Sessions() {
  const queries = useQueryClient();
  const sessions = useQuery({
    queryKey: ['own-sessions'],
    queryFn: async ({ signal }) =>
      (await client.data('getAuthListSessions', { signal })) as unknown as OwnSession[],
  });
  async function endOthers(): Promise<void> {
    await call('postAuthRevokeOtherSessions');
    notifications.show({ color: 'teal', message: 'All other sessions have ended' });
    await queries.invalidateQueries({ queryKey: ['own-sessions'] });
  }
  if (sessions.isLoadingError) return <ErrorView error={sessions.error} />;
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2}>Sessions</Title>
        <Button size="sm" variant="default" onClick={() => void endOthers()}>
          End all others
        </Button>
      </Group>
      <Stack gap="sm">
        {(sessions.data ?? []).map(({ id, createdAt, userAgent, ipAddress }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <Text size="sm" truncate>
              {userAgent ?? 'Unknown browser'}
            </Text>
            <Group gap="xs" wrap="nowrap">
              {ipAddress && (
                <Badge variant="light" color="gray">
                  {ipAddress}
                </Badge>
              )}
              <Time instant={createdAt} />
            </Group>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
