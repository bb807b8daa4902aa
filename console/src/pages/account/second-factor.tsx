import { Badge, Button, Card, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Time } from '../../generic/value.js';
import { call, data } from '../../lib/api.js';
import { EnrolSecondFactor } from '../../shell/enrol-second-factor.js';
import { ErrorView } from '../../shell/error-view.js';
import { RecoveryCodes } from '../../shell/recovery-codes.js';

/** The second factor of the account: set it up, replace its recovery codes, remove it. */
export function SecondFactor() {
  const queries = useQueryClient();
  const [enrolling, setEnrolling] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [removing, setRemoving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const factor = useQuery({
    queryKey: ['getMeSecondFactor'],
    queryFn: ({ signal }) => data('getMeSecondFactor', { signal }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['getMeSecondFactor'] });
  async function act(steps: () => Promise<void>): Promise<void> {
    setError(null);
    try {
      await steps();
    } catch (thrown) {
      setError(thrown);
    }
    await refresh();
  }
  const replace = () =>
    act(async () => setCodes((await call('postMeSecondFactorRecoveryCodes')).data.recoveryCodes));
  const remove = () =>
    act(async () => {
      await call('deleteMeSecondFactor');
      notifications.show({ color: 'teal', message: 'The second factor is removed' });
    });
  if (factor.isLoadingError) return <ErrorView error={factor.error} retry={() => void factor.refetch()} />;
  const state = factor.data;
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Group justify="space-between">
          <Title order={2}>Second factor</Title>
          {state && (
            <Badge variant="light" color={state.enrolled ? 'teal' : 'gray'} tt="none">
              {state.enrolled ? 'On' : 'Off'}
            </Badge>
          )}
        </Group>
        {error !== null && <ErrorView error={error} />}
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
        {state && !state.enrolled && (
          <>
            <Text size="sm" c="dimmed">
              A sign-in then asks for a code of your phone as well: a stolen password alone opens nothing.
            </Text>
            {state.enrolBy && (
              <Text size="sm">
                This platform requires one by <Time instant={state.enrolBy} />.
              </Text>
            )}
            {enrolling ? (
              <EnrolSecondFactor
                onDone={() => {
                  setEnrolling(false);
                  void refresh();
                }}
              />
            ) : (
              <Group>
                <Button onClick={() => setEnrolling(true)}>Set up a second factor</Button>
              </Group>
            )}
          </>
        )}
        {state?.enrolled && !codes && (
          <Group justify="space-between">
            <Text size="sm" c={state.recoveryCodesLeft < 3 ? 'red' : 'dimmed'}>
              {state.recoveryCodesLeft} of 10 recovery codes left
            </Text>
            <Group gap="xs">
              <Button size="sm" variant="default" onClick={() => void replace()}>
                Replace the recovery codes
              </Button>
              {!state.required && (
                <Button size="sm" variant="light" color="red" onClick={() => setRemoving(true)}>
                  Remove
                </Button>
              )}
            </Group>
          </Group>
        )}
      </Stack>
      <Modal opened={removing} onClose={() => setRemoving(false)} title="Remove the second factor" centered>
        <Stack>
          <Text size="sm">From then on the password alone signs in to this account.</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setRemoving(false)}>
              Keep it
            </Button>
            <Button
              color="red"
              onClick={() => {
                setRemoving(false);
                void remove();
              }}
            >
              Remove
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Card>
  );
}
