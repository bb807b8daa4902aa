import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RowOf } from 'haat-client';
import { useState } from 'react';
import { Link } from 'react-router';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { Nothing, Pages, SearchField, useListAddress } from '../../generic/list-tools.js';
import { PickedTable } from '../../generic/picked-table.js';
import { State } from '../../generic/value.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { number } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { AdjustDialog } from './adjust-dialog.js';
import { MovementsDialog } from './movements-dialog.js';
import { PasteDialog } from './paste-dialog.js';
import { StockSettingsDialog } from './stock-settings-dialog.js';

export type Level = RowOf<'getVendorInventory'>;

const tabs = [
  { value: 'all', label: 'All', filters: [] },
  { value: 'low', label: 'Low', filters: ['lowStock:eq:true'] },
  { value: 'out', label: 'Out of stock', filters: ['inStock:eq:false'] },
];

type Open = { what: 'adjust' | 'movements' | 'settings'; level: Level } | { what: 'paste' } | null;

/** How many pieces there are of what, and every way to change it. */
export function Page() {
  const tab = useAddressTab(tabs);
  const list = useListAddress();
  const [open, setOpen] = useState<Open>(null);
  const session = useSession();
  const mayAdjust = mayCall(useDeclarations().get('postVendorInventoryBulkAdjust'), session);
  const filters = tabs.find(({ value }) => value === tab)?.filters ?? [];
  const query = {
    ...list.query,
    sort: 'productTitle:asc',
    ...(filters.length > 0 && { 'filters[]': filters }),
  };
  const levels = useQuery({
    queryKey: ['getVendorInventory', query],
    queryFn: ({ signal }) => call('getVendorInventory', { query: query as never, signal }),
    placeholderData: keepPreviousData,
  });
  const rows = levels.data?.data ?? [];
  const close = () => setOpen(null);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={1}>Inventory</Title>
        {mayAdjust && (
          <Button variant="default" onClick={() => setOpen({ what: 'paste' })}>
            Paste from a sheet
          </Button>
        )}
      </Group>
      <AddressTabs tabs={tabs} name="Which stock" />
      <SearchField label="Search by product or SKU" list={list} />
      {levels.isLoadingError ? (
        <ErrorView error={levels.error} retry={() => void levels.refetch()} />
      ) : levels.isPending ? (
        <PageLoader />
      ) : rows.length === 0 ? (
        <Nothing title={tab === 'all' && !list.search ? 'No stock yet' : 'Nothing here'}>
          {tab === 'all' && !list.search && 'Each variant of a product has its stock here.'}
        </Nothing>
      ) : (
        <PickedTable
          label="Stock"
          rows={rows}
          idOf={({ variantId }) => variantId}
          nameOf={({ productTitle }) => productTitle}
          dimmed={levels.isPlaceholderData}
          columns={columnsOf(setOpen, mayAdjust)}
        />
      )}
      <Pages total={levels.data?.metadata?.total} list={list} />
      {open?.what === 'paste' && <PasteDialog close={close} />}
      {open?.what === 'adjust' && <AdjustDialog level={open.level} close={close} />}
      {open?.what === 'movements' && <MovementsDialog level={open.level} close={close} />}
      {open?.what === 'settings' && <StockSettingsDialog level={open.level} close={close} />}
    </Stack>
  );
}

function columnsOf(open: (open: Open) => void, mayAdjust: boolean) {
  return [
    {
      name: 'variant',
      title: 'Variant',
      cell: (level: Level) => (
        <>
          <Anchor
            component={Link}
            to={`/vendor/products/${level.productId}`}
            size="sm"
            fw={600}
            className="clip"
          >
            {level.productTitle}
          </Anchor>
          <Text size="xs" c="dimmed">
            {[level.variantTitle, level.sku].filter(Boolean).join(' · ')}
          </Text>
        </>
      ),
    },
    {
      name: 'onHand',
      title: 'On hand',
      right: true,
      cell: (level: Level) => <Text size="sm">{number(level.onHand)}</Text>,
    },
    {
      name: 'reserved',
      title: 'Held for orders',
      right: true,
      cell: (level: Level) => <Text size="sm">{number(level.reserved)}</Text>,
    },
    {
      name: 'available',
      title: 'For sale',
      right: true,
      cell: (level: Level) => <Text size="sm">{number(level.available)}</Text>,
    },
    {
      name: 'state',
      title: 'State',
      cell: (level: Level) => (
        <>
          <State text={stateOf(level)} />
          {level.lowStockThreshold !== null && (
            <Text size="xs" c="dimmed">
              low from {level.lowStockThreshold}
            </Text>
          )}
        </>
      ),
    },
    {
      name: 'acts',
      title: '',
      right: true,
      cell: (level: Level) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          {mayAdjust && (
            <Button size="compact-sm" variant="default" onClick={() => open({ what: 'adjust', level })}>
              Adjust
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={() => open({ what: 'movements', level })}>
            History
          </Button>
          {mayAdjust && (
            <Button size="compact-sm" variant="subtle" onClick={() => open({ what: 'settings', level })}>
              Rules
            </Button>
          )}
        </Group>
      ),
    },
  ];
}

function stateOf({ inStock, lowStock, trackInventory, available }: Level): string {
  if (!trackInventory) return 'not counted';
  if (!inStock) return 'out of stock';
  if (available <= 0) return 'on backorder';
  return lowStock ? 'low' : 'in stock';
}
