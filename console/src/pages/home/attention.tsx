import { Anchor, Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { DataOf } from 'haat-client';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useAttention } from '../../lib/attention.js';
import { engineIsAway } from '../../lib/engine.js';
import { ago, label } from '../../lib/format.js';
import { placeOf } from '../../lib/place.js';
import { ErrorView } from '../../shell/error-view.js';

type Kind = DataOf<'getAdminAttention'>['kinds'][number];

/** Each kind of thing that waits for a person: how many, why, what to do, and the way there. */
export function Attention() {
  const { may, waiting } = useAttention();
  const available = waiting.data?.engineAvailable;
  useEffect(() => {
    if (available !== undefined) engineIsAway(!available);
  }, [available]);
  if (!may) return null;
  return (
    <section aria-labelledby="attention">
      <Title order={2} id="attention" mb="sm">
        Needs attention
      </Title>
      {waiting.error ? (
        <ErrorView error={waiting.error} retry={() => void waiting.refetch()} />
      ) : (
        <Card withBorder padding={0}>
          {waiting.data?.kinds.map((kind) => (
            <KindLine key={kind.kind} kind={kind} />
          ))}
          {!waiting.data?.kinds.length && (
            <Text size="sm" c="dimmed" p="lg">
              {waiting.isPending
                ? 'Looking …'
                : 'Nothing waits for anybody. Failures and decisions appear here.'}
            </Text>
          )}
        </Card>
      )}
    </section>
  );
}

function KindLine({ kind }: { kind: Kind }) {
  const known = kind.more ? `${kind.count.toLocaleString('en')}+` : kind.count.toLocaleString('en');
  const count = kind.unread === null ? known : '?';
  return (
    <Group p="md" wrap="nowrap" align="flex-start" className="line">
      <Badge
        color={kind.failed ? 'red' : 'yellow'}
        variant="light"
        size="lg"
        miw={44}
        style={{ flexShrink: 0 }}
      >
        {count}
      </Badge>
      <Stack gap={2} style={{ minWidth: 0, flex: 1 }}>
        <Anchor component={Link} to={placeOf(kind.link)} fw={600} size="sm">
          {kind.title}
        </Anchor>
        <Text size="sm" c="dimmed">
          {kind.unread === null ? kind.remedy : sentence(kind.unread)}
        </Text>
        <Stack gap={4} mt={4}>
          {kind.newest.slice(0, 3).map((item) => (
            <Item key={item.id} kind={kind.kind} item={item} />
          ))}
        </Stack>
      </Stack>
    </Group>
  );
}

/** `could not be read: …` as a sentence. */
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function Item({ kind, item }: { kind: string; item: Kind['newest'][number] }) {
  return (
    <Group gap="xs" align="baseline" className="waiting">
      <Anchor component={Link} to={placeOf(item.link, kind)} size="sm" truncate>
        {kind === 'failedJobs'
          ? label(item.title)
          : item.title.length > 40
            ? `${item.title.slice(0, 40)}…`
            : item.title}
      </Anchor>
      <Text
        size="sm"
        // What helps stands at its end.
        truncate={kind !== 'platform'}
        title={item.reason ?? undefined}
        className="reason"
      >
        {item.reason}
      </Text>
      {item.at && (
        <Text size="xs" c="dimmed" className="nowrap" visibleFrom="sm">
          {ago(item.at)}
        </Text>
      )}
    </Group>
  );
}
