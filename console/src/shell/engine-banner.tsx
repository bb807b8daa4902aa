import { Alert, Button, Group, Text } from '@mantine/core';
import { call } from '../lib/api.js';
import { useDeclarations } from '../lib/declarations.js';
import { useEngineAway } from '../lib/engine.js';
import { mayCall, useSession } from '../lib/session.js';

/** Above every page while the workflow engine is away: what goes on without it, and what waits. */
export function EngineBanner() {
  const away = useEngineAway();
  const session = useSession();
  const jobs = useDeclarations().get('getAdminJobs');
  if (!away) return null;
  return (
    <Alert color="orange" title="The workflow engine is away" mb="md" role="status">
      <Group justify="space-between">
        <Text size="sm">
          Orders are taken, and nothing is lost: what runs in the background goes on as soon as it is back.
        </Text>
        {mayCall(jobs, session) && (
          <Button
            size="compact-sm"
            variant="light"
            color="orange"
            onClick={() => void call('getAdminJobs', { query: { limit: 1 } }).catch(() => undefined)}
          >
            Look again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
