import { Alert, Anchor, Button, Code, Group, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { ActButton } from '../generic/act-button.js';
import { Figure } from '../generic/figure.js';
import { Detail, Panel } from '../generic/panel.js';
import { useOperation } from '../generic/use-operation.js';
import { useSend } from '../generic/use-send.js';
import { State, Time } from '../generic/value.js';
import { callAny } from '../lib/api.js';
import { useDeclarations } from '../lib/declarations.js';
import { label, number } from '../lib/format.js';
import { mayCall, useSession } from '../lib/session.js';
import { ErrorView } from '../shell/error-view.js';
import { PageLoader } from '../shell/page-loader.js';
import type { FeedOperations, FeedStatus } from './feed.js';

/** Whether the feed is connected and sends, and what keeps it from it. */
export function FeedHealth({ operations }: { operations: FeedOperations }) {
  const status = useOperation<FeedStatus>(operations.status);
  if (status.isLoadingError) return <ErrorView error={status.error} retry={() => void status.refetch()} />;
  if (status.isPending) return <PageLoader />;
  const feed = status.data;
  const counted = Object.entries(feed.counts).filter(([name]) => name !== 'outboxPending');
  return (
    <Stack gap="md">
      <Problems feed={feed} />
      <SimpleGrid cols={{ base: 2, xs: 3, md: 6 }}>
        {counted.map(([name, count]) => (
          <Figure key={name} name={label(name)} value={number(count)} />
        ))}
        <Figure name="To be sent" value={number(feed.counts['outboxPending'] ?? 0)} />
      </SimpleGrid>
      <Panel
        title="Connection"
        actions={
          <>
            <Connect operation={operations.connect} again={feed.connected} />
            {feed.connected && (
              <ActButton
                operation={operations.bootstrap}
                label={feed.started ? 'Send everything' : 'Start'}
                text="Sends every eligible variant to the account of the settings. With “force”, items that have not changed are sent, too."
                done="The variants are queued"
              />
            )}
            {feed.connected && (
              <ActButton
                operation={operations.disconnect}
                label="Disconnect"
                text="Nothing is sent any more. What the remote side has stays there."
                done="The feed is disconnected"
                danger
              />
            )}
          </>
        }
      >
        <dl className="details tight">
          <Detail name="State">
            <State text={feed.connected ? 'connected' : 'not connected'} />
          </Detail>
          {feed.accountId && <Detail name="Account">{feed.accountId}</Detail>}
          {feed.connectedAt && (
            <Detail name="Connected">
              <Time instant={feed.connectedAt} />
            </Detail>
          )}
          <Detail name="Sends">
            {!feed.syncEnabled
              ? 'Nothing: it is switched off in the settings'
              : feed.feedMode === 'dry_run'
                ? 'Nothing: a dry run writes what would be sent'
                : 'Changes as they happen'}
          </Detail>
          {feed.target && <Detail name="Target">{feed.target}</Detail>}
          {feed.startedAt && (
            <Detail name="Started">
              <Time instant={feed.startedAt} />
            </Detail>
          )}
        </dl>
      </Panel>
      {feed.leftBehind.length > 0 && (
        <Panel title="Left behind in earlier targets">
          <Stack gap="xs">
            {feed.leftBehind.map(({ target, items, removing, lastError }) => (
              <Group key={target} justify="space-between">
                <div>
                  <Text size="sm" fw={600}>
                    {target}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {number(items)} items{removing > 0 ? `, ${number(removing)} being removed` : ''}
                    {lastError ? `; ${lastError}` : ''}
                  </Text>
                </div>
                <ActButton
                  operation={operations.removeTarget}
                  path={{ target }}
                  fixed={{ items }}
                  label="Remove"
                  text={`The items left behind in ${target} are removed there.`}
                  done="The items are being removed"
                  danger
                />
              </Group>
            ))}
          </Stack>
        </Panel>
      )}
    </Stack>
  );
}

/** What a warning means for what buyers see there. */
const warnings: Record<string, string> = {
  price_excludes_tax:
    'Prices of the store are without tax, and the feed sends what buyers pay. The pages of the storefront have to show the same, or the remote side finds two prices.',
};

function Problems({ feed }: { feed: FeedStatus }) {
  const missing = [...new Set([...feed.configuration.missingKeys, ...(feed.missingKeys ?? [])])];
  return (
    <>
      {feed.reconnectRequired && (
        <Alert color="red" variant="light" title="The connection has ended">
          The remote side no longer takes the token: connect again.
        </Alert>
      )}
      {missing.length > 0 && (
        <Alert color="orange" variant="light" title="Settings are missing">
          <Stack gap="xs" align="flex-start">
            <Group gap={6}>
              {missing.map((key) => (
                <Code key={key}>{key}</Code>
              ))}
            </Group>
            <Anchor component={Link} to="/settings" size="sm">
              Set them
            </Anchor>
          </Stack>
        </Alert>
      )}
      {feed.paused && (
        <Alert color="orange" variant="light" title={`Paused: ${label(feed.paused.reason).toLowerCase()}`}>
          {feed.paused.message} {feed.paused.until && <Time instant={feed.paused.until} />}
        </Alert>
      )}
      {feed.waitsFor && (
        <Alert color="yellow" variant="light" title="It waits">
          {feed.waitsFor.charAt(0).toUpperCase() + feed.waitsFor.slice(1)}.
        </Alert>
      )}
      {feed.configuration.warnings.length > 0 && (
        <Alert color="yellow" variant="light" title="Warnings">
          <List size="sm">
            {feed.configuration.warnings.map((warning) => (
              <List.Item key={warning}>{warnings[warning] ?? label(warning)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}

/** Goes to the consent page of the remote side, which leads back here. */
function Connect({ operation, again }: { operation: string; again: boolean }) {
  const may = mayCall(useDeclarations().get(operation), useSession());
  const { send, busy, error } = useSend();
  if (!may) return null;
  return (
    <>
      <Button
        size="sm"
        variant={again ? 'default' : 'filled'}
        loading={busy}
        onClick={() =>
          void send(
            async () => (await callAny(operation)).data as { authUrl: string },
            ({ authUrl }) => window.location.assign(authUrl),
          )
        }
      >
        {again ? 'Connect again' : 'Connect'}
      </Button>
      {error !== null && <ErrorView error={error} />}
    </>
  );
}
