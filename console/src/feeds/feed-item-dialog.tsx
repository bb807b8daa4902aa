import { Alert, Button, Group, List, Modal, Stack, Table, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActButton } from '../generic/act-button.js';
import { useOperation } from '../generic/use-operation.js';
import { State, Time } from '../generic/value.js';
import { callAny } from '../lib/api.js';
import { label } from '../lib/format.js';
import { ErrorView } from '../shell/error-view.js';
import { PageLoader } from '../shell/page-loader.js';
import type { FeedExplanation, FeedItem, FeedOperations } from './feed.js';

/** One item: why it is not there, what was sent, what would be sent, and what the remote side says. */
export function FeedItemDialog({
  item,
  operations,
  close,
}: {
  item: FeedItem;
  operations: FeedOperations;
  close: () => void;
}) {
  const path = { [operations.parameter]: item.variantId };
  const explained = useOperation<FeedExplanation>(operations.explain, { path });
  return (
    <Modal opened onClose={close} size="xl" title={[item.productTitle, item.sku].filter(Boolean).join(', ')}>
      {explained.isLoadingError ? (
        <ErrorView error={explained.error} />
      ) : explained.isPending ? (
        <PageLoader />
      ) : (
        <Stack>
          <Group justify="space-between">
            <State text={item.syncStatus} />
            <ActButton
              operation={operations.resync}
              path={path}
              label="Send again"
              text="The item is looked at anew and sent where it has changed."
              done="The item is queued"
            />
          </Group>
          <Why explained={explained.data} item={item} />
          <Tabs defaultValue="differences" keepMounted={false}>
            <Tabs.List aria-label="What is known of the item" className="tabs">
              <Tabs.Tab value="differences">What would change</Tabs.Tab>
              <Tabs.Tab value="sent">What was sent</Tabs.Tab>
              <Tabs.Tab value="next">What would be sent</Tabs.Tab>
              <Tabs.Tab value="remote">The remote side</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="differences" pt="sm">
              <Differences explained={explained.data} />
            </Tabs.Panel>
            <Tabs.Panel value="sent" pt="sm">
              {explained.data.lastSent?.at && (
                <Text size="sm" mb="xs" component="div">
                  Sent <Time instant={explained.data.lastSent.at} />
                </Text>
              )}
              <Payload value={explained.data.lastSent?.payload ?? null} none="Nothing was sent yet." />
            </Tabs.Panel>
            <Tabs.Panel value="next" pt="sm">
              <Payload value={explained.data.nextPayload} none="Nothing would be sent." />
            </Tabs.Panel>
            <Tabs.Panel value="remote" pt="sm">
              <Remote operation={operations.remote} path={path} />
            </Tabs.Panel>
          </Tabs>
        </Stack>
      )}
    </Modal>
  );
}

function Why({ explained, item }: { explained: FeedExplanation; item: FeedItem }) {
  const { eligibility, missing, intent } = explained;
  return (
    <>
      {eligibility.reason !== null && (
        <Alert
          color="orange"
          variant="light"
          title={eligibility.eligible ? 'It is not sent' : 'It does not belong into the feed'}
        >
          {eligibility.reason}
        </Alert>
      )}
      {missing.length > 0 && (
        <Alert color="orange" variant="light" title="Fields are missing">
          <List size="sm">
            {missing.map(({ field, message }) => (
              <List.Item key={`${field} ${message}`}>
                {field}: {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {item.lastError && (
        <Alert color="red" variant="light" title="The last attempt failed">
          {item.lastError}
        </Alert>
      )}
      {intent && (
        <Text size="sm" component="div">
          Queued: {label(intent.kind).toLowerCase()}, {label(intent.state).toLowerCase()}, due{' '}
          <Time instant={intent.dueAt} />
          {intent.waitsFor && `; waits for ${intent.waitsFor}`}
          {intent.error && `; ${intent.error}`}
        </Text>
      )}
      {eligibility.reason === null && missing.length === 0 && !item.lastError && (
        <Text size="sm" c="teal">
          Nothing keeps it from the feed.
        </Text>
      )}
    </>
  );
}

const textOf = (value: unknown) =>
  value === undefined || value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

function Differences({ explained: { changed, differences } }: { explained: FeedExplanation }) {
  if (!changed || differences.length === 0)
    return (
      <Text size="sm" c="dimmed">
        What would be sent is what was sent.
      </Text>
    );
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="Differences">
      <Table className="table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            <Table.Th>Sent</Table.Th>
            <Table.Th>Would be sent</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences.map(({ path, before, after }) => (
            <Table.Tr key={path}>
              <Table.Td>{path}</Table.Td>
              <Table.Td>
                <span className="clip">{textOf(before)}</span>
              </Table.Td>
              <Table.Td>
                <span className="clip">{textOf(after)}</span>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Payload({ value, none }: { value: unknown; none: string }) {
  if (value === null || value === undefined)
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  return (
    <pre className="pre" tabIndex={0}>
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}

/** Asked for when somebody wants to know: each look is a call to the remote side. */
function Remote({ operation, path }: { operation: string; path: Record<string, string> }) {
  const [asked, setAsked] = useState(false);
  const remote = useQuery({
    queryKey: [operation, path],
    queryFn: async ({ signal }) => (await callAny(operation, { path, signal })).data,
    enabled: asked,
    retry: false,
  });
  if (!asked)
    return (
      <Button variant="default" onClick={() => setAsked(true)}>
        Ask the remote side
      </Button>
    );
  if (remote.error) return <ErrorView error={remote.error} retry={() => void remote.refetch()} />;
  if (remote.isPending) return <PageLoader />;
  return <Payload value={remote.data} none="The remote side says nothing." />;
}
