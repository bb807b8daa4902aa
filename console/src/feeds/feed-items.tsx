import { Anchor, Button, Group, Image, Select, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActButton, useRefreshAll } from '../generic/act-button.js';
import { Nothing, Pages, SearchField, useListAddress } from '../generic/list-tools.js';
import { PickedTable } from '../generic/picked-table.js';
import { pictureUrl } from '../generic/picture-url.js';
import { useSelection } from '../generic/use-selection.js';
import { useSend } from '../generic/use-send.js';
import { State, Time } from '../generic/value.js';
import { callAny } from '../lib/api.js';
import { useDeclarations } from '../lib/declarations.js';
import { label } from '../lib/format.js';
import { mayCall, useSession } from '../lib/session.js';
import { ErrorView } from '../shell/error-view.js';
import { PageLoader } from '../shell/page-loader.js';
import type { FeedItem, FeedOperations } from './feed.js';
import { FeedItemDialog } from './feed-item-dialog.js';

const states = ['never_synced', 'pending', 'synced', 'failed', 'skipped', 'deleted'];

/** Variants with their state in the feed; several can be sent again at once. */
export function FeedItems({ operations }: { operations: FeedOperations }) {
  const list = useListAddress();
  const status = list.params.get('status');
  const query = { ...list.query, ...(status && { status }) };
  const items = useQuery({
    queryKey: [operations.items, query],
    queryFn: ({ signal }) => callAny(operations.items, { query, signal }),
    placeholderData: keepPreviousData,
  });
  const [open, setOpen] = useState<FeedItem | null>(null);
  const rows = (items.data?.data as FeedItem[] | undefined) ?? [];
  const selection = useSelection(rows.map(({ variantId }) => variantId));
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group flex={1}>
          <SearchField label="Search by title or SKU" list={list} />
          <Select
            aria-label="State"
            placeholder="Any state"
            clearable
            w={160}
            data={states.map((value) => ({ value, label: label(value) }))}
            value={status}
            onChange={(next) => list.change({ status: next })}
          />
        </Group>
        <Group gap="xs">
          {operations.resyncFailed && (
            <ActButton
              operation={operations.resyncFailed}
              label="Send all failed"
              text="Every item that failed is sent again."
              done="The items are queued"
            />
          )}
          {operations.resyncSkipped && (
            <ActButton
              operation={operations.resyncSkipped}
              label="Look at all skipped"
              text="Every item that was left out is looked at anew."
              done="The items are queued"
            />
          )}
          <ResyncSeveral operations={operations} ids={selection.chosen} done={selection.clear} />
        </Group>
      </Group>
      {items.isLoadingError ? (
        <ErrorView error={items.error} retry={() => void items.refetch()} />
      ) : items.isPending ? (
        <PageLoader />
      ) : rows.length === 0 ? (
        list.search || status ? (
          <Nothing title="No item matches" />
        ) : (
          <Nothing title="No items yet">
            Items appear once the account is connected and the feed is started, under “Connection”.
          </Nothing>
        )
      ) : (
        <PickedTable
          label="Items"
          rows={rows}
          idOf={({ variantId }) => variantId}
          nameOf={({ productTitle, sku }) => [productTitle, sku].filter(Boolean).join(', ')}
          selection={selection}
          dimmed={items.isPlaceholderData}
          columns={columnsOf(setOpen)}
        />
      )}
      <Pages total={items.data?.metadata?.['total'] as number | undefined} list={list} />
      {open && <FeedItemDialog item={open} operations={operations} close={() => setOpen(null)} />}
    </Stack>
  );
}

function ResyncSeveral({
  operations,
  ids,
  done,
}: {
  operations: FeedOperations;
  ids: readonly string[];
  done: () => void;
}) {
  const may = mayCall(useDeclarations().get(operations.resync), useSession());
  const refresh = useRefreshAll();
  const { send, busy, error } = useSend();
  if (!may) return null;
  const resync = () =>
    void send(
      async () => {
        for (const id of ids) await callAny(operations.resync, { path: { [operations.parameter]: id } });
      },
      () => {
        notifications.show({
          color: 'teal',
          message: ids.length === 1 ? '1 item is queued' : `${ids.length} items are queued`,
        });
        done();
        void refresh();
      },
    );
  return (
    <>
      <Button disabled={ids.length === 0} loading={busy} onClick={resync}>
        {ids.length === 0 ? 'Tick items to send again' : `Send ${ids.length} again`}
      </Button>
      {error !== null && <ErrorView error={error} />}
    </>
  );
}

const columnsOf = (open: (item: FeedItem) => void) => [
  {
    name: 'item',
    title: 'Item',
    cell: (item: FeedItem) => (
      <Group gap="sm" wrap="nowrap">
        {item.thumbnail && (
          <Image src={pictureUrl(item.thumbnail)} alt="" w={36} h={36} radius="sm" fit="cover" />
        )}
        <div>
          <Anchor
            component="button"
            type="button"
            size="sm"
            fw={600}
            ta="left"
            className="clip"
            onClick={() => open(item)}
          >
            {item.productTitle}
          </Anchor>
          <Text size="xs" c="dimmed">
            {item.sku ?? 'Without an SKU'}
          </Text>
        </div>
      </Group>
    ),
  },
  {
    name: 'state',
    title: 'State',
    cell: ({ syncStatus, lastError }: FeedItem) => (
      <>
        <State text={syncStatus} />
        {lastError && (
          <Text size="xs" c="dimmed" mt={2} className="clip">
            {lastError}
          </Text>
        )}
      </>
    ),
  },
  {
    name: 'sent',
    title: 'Sent',
    cell: ({ lastPushedAt }: FeedItem) =>
      lastPushedAt ? <Time instant={lastPushedAt} /> : <Text size="sm">–</Text>,
  },
];
