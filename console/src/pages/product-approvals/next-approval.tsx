import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../lib/api.js';

/** After a decision the one that has waited longest is a click away. */
export function NextApproval({ after }: { after: string }) {
  const query = { limit: 2, 'filters[]': ['state:eq:pending'] };
  const waiting = useQuery({
    queryKey: ['getAdminProductApprovals', query],
    queryFn: ({ signal }) => call('getAdminProductApprovals', { query: query as never, signal }),
  });
  const next = waiting.data?.data.find(({ id }) => id !== after);
  if (waiting.isPending) return null;
  if (!next)
    return (
      <Text size="sm" c="dimmed">
        Nothing else waits for a decision.
      </Text>
    );
  return (
    <Group>
      <Button component={Link} to={`/admin/product-approvals/${next.id}`} maw="100%">
        Next: {next.title}
      </Button>
    </Group>
  );
}
