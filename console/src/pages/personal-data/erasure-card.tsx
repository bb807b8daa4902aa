import { Alert, Anchor, Card, Group, List, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { State, Time } from '../../generic/value.js';
import { useDeclarations } from '../../lib/declarations.js';
import { number } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { blockers, type Erasure } from './blockers.js';

/** One request: whose data, how far it is, what holds it, and its cancellation while it has not begun. */
export function ErasureCard({ erasure }: { erasure: Erasure }) {
  const { id, status, blockedBy, tablesDone, rowsDone } = erasure;
  const declarations = useDeclarations();
  const session = useSession();
  const mayOpenJob = mayCall(declarations.get('getAdminJobsByWorkflowId'), session);
  return (
    <Card withBorder padding="md" component="article">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <Stack gap={4} style={{ minWidth: 0 }}>
            <Group gap="sm">
              <Person erasure={erasure} />
              <State text={status === 'scheduled' && blockedBy.length > 0 ? 'held' : status} />
            </Group>
            <Text size="sm" c="dimmed" component="div">
              <Times erasure={erasure} />
            </Text>
          </Stack>
          {status === 'scheduled' && (
            <ActButton
              operation="postAdminPersonalDataErasuresByIdCancel"
              path={{ id }}
              label="Cancel the erasure"
              text="The data stays as it is. The person can request the erasure anew."
              done="The erasure is cancelled"
            />
          )}
        </Group>
        {status === 'scheduled' && blockedBy.length > 0 && (
          <Alert color="orange" variant="light" title="Held; it is tried again each day">
            <List size="sm" spacing={4}>
              {blockedBy.map((blocker) => (
                <List.Item key={blocker}>
                  {blockers[blocker].why}{' '}
                  <Anchor component={Link} to={blockers[blocker].to} inherit c="inherit" underline="always">
                    {blockers[blocker].remedy}
                  </Anchor>
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        {(status === 'erasing' || status === 'erased') && (
          <Text size="sm">
            Rows erased: {number(rowsDone)} · tables done: {number(tablesDone)}
            {status === 'erasing' && mayOpenJob && (
              <>
                {' · '}
                <Anchor component={Link} to={`/jobs/personal-data-erase-${id}`} inherit underline="always">
                  Job
                </Anchor>
              </>
            )}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

/** The address is known until the request has ended, the page of a user until the account is gone. */
function Person({ erasure: { userId, email, status } }: { erasure: Erasure }) {
  const may = mayCall(useDeclarations().get('getAdminCustomersById'), useSession());
  const name = email ?? (userId === null ? 'A guest' : `Account …${userId.slice(-8)}`);
  return (
    <>
      {userId !== null && may && status !== 'erased' ? (
        <Anchor
          component={Link}
          to={`/admin/customers/${userId}`}
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          {name}
        </Anchor>
      ) : (
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
      )}
      {userId === null && email !== null && (
        <Text span size="sm" c="dimmed">
          guest
        </Text>
      )}
    </>
  );
}

function Times({ erasure: { status, createdAt, dueAt, startedAt, endedAt } }: { erasure: Erasure }) {
  return (
    <>
      Requested <Time instant={createdAt} />
      {status === 'scheduled' && (
        <>
          {new Date(dueAt) > new Date() ? ', begins ' : ', due since '}
          <Time instant={dueAt} />
        </>
      )}
      {startedAt !== null && (
        <>
          , began <Time instant={startedAt} />
        </>
      )}
      {endedAt !== null && (
        <>
          , {status === 'cancelled' ? 'cancelled ' : 'ended '}
          <Time instant={endedAt} />
        </>
      )}
    </>
  );
}
