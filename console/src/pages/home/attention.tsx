import { Anchor, Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { ApiError } from 'haat-client';
import { Link } from 'react-router';
import { callAny } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { waiting } from './waiting.js';

/** Each kind of thing that waits for a person: how many, what to do, and the way there. */
export function Attention() {
  const declarations = useDeclarations();
  const session = useSession();
  const kinds = waiting.filter(({ operation }) => {
    const entry = declarations.get(operation);
    return entry !== undefined && mayCall(entry, session);
  });
  const results = useQueries({
    queries: kinds.map(({ operation, query }) => ({
      queryKey: [operation, 'attention', query],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        callAny(operation, { query: { ...query, limit: 1 }, signal }),
      refetchInterval: 30_000,
    })),
  });
  if (kinds.length === 0) return null;
  const lines = kinds.map((kind, index) => ({ kind, result: results[index] }));
  const engineAway = lines.some(
    ({ result }) => result?.error instanceof ApiError && result.error.status === 503,
  );
  const open = lines.filter(({ result }) => countOf(result?.data) > 0);
  const pending = lines.some(({ result }) => result?.isPending);
  return (
    <section aria-labelledby="attention">
      <Title order={2} id="attention" mb="sm">
        Needs attention
      </Title>
      <Card withBorder padding={0}>
        {engineAway && (
          <Line text="The workflow engine is away. Orders are taken, and jobs go on as soon as it is back." />
        )}
        {open.map(({ kind, result }) => (
          <Group
            key={kind.label}
            p="md"
            wrap="nowrap"
            align="flex-start"
            style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
          >
            <Badge
              color={kind.failed ? 'red' : 'yellow'}
              variant="light"
              size="lg"
              miw={44}
              style={{ flexShrink: 0 }}
            >
              {countText(result?.data)}
            </Badge>
            <Stack gap={2}>
              <Anchor component={Link} to={kind.to} fw={600} size="sm">
                {kind.label}
              </Anchor>
              <Text size="sm" c="dimmed">
                {kind.remedy}
              </Text>
            </Stack>
          </Group>
        ))}
        {open.length === 0 && !engineAway && (
          <Line
            text={pending ? 'Looking …' : 'Nothing waits for anybody. Failures and decisions appear here.'}
          />
        )}
      </Card>
    </section>
  );
}

function Line({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed" p="lg">
      {text}
    </Text>
  );
}

type Result = { data: unknown; metadata: Record<string, unknown> | undefined } | undefined;

/** Lists by cursor do not count: they say whether there is any. */
function countOf(result: Result): number {
  const total = result?.metadata?.['total'];
  return typeof total === 'number' ? total : Array.isArray(result?.data) ? result.data.length : 0;
}

function countText(result: Result): string {
  const total = result?.metadata?.['total'];
  if (typeof total === 'number') return total > 1000 ? '1,000+' : String(total);
  return result?.metadata?.['hasMore'] === true ? 'Some' : '1';
}
