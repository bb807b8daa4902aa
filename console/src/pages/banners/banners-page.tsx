import { Badge, Button, Group, SegmentedControl, Select, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Nothing, Pages, useListAddress } from '../../generic/list-tools.js';
import { PlacementList } from '../../generic/placement-list.js';
import { PlacementLook } from '../../generic/placement-look.js';
import { RowPicker } from '../../generic/row-picker.js';
import { sortOrdersAfterMove } from '../../generic/sort-orders.js';
import { useAct } from '../../generic/use-act.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { label } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { Icon } from '../../shell/icon.js';
import { PageLoader } from '../../shell/page-loader.js';
import { type Banner, BannerDialog, type EntityType, entityTypes } from './banner-dialog.js';

/** Banners, by the page that they stand on; in their order, and as both platforms show them. */
export function Page() {
  const declarations = useDeclarations();
  const session = useSession();
  const list = useListAddress();
  const entityType = list.params.get('entityType') as EntityType | null;
  const entityId = list.params.get('entityId');
  const look = list.params.get('view') === 'look';
  const query = {
    limit: 25,
    page: list.page,
    sort: 'sortOrder:asc',
    ...(entityType && { entityType }),
    ...(entityId && { entityId }),
  };
  const banners = useQuery({
    queryKey: ['getAdminBanners', query],
    queryFn: ({ signal }) => call('getAdminBanners', { query: query as never, signal }),
    placeholderData: keepPreviousData,
  });
  const [open, setOpen] = useState<Banner | 'new' | null>(null);
  const { act, error } = useAct();
  const rows: Banner[] = banners.data?.data ?? [];
  const mayChange = mayCall(declarations.get('putAdminBannersById'), session);
  const mayCreate = mayCall(declarations.get('postAdminBanners'), session);
  const kind = entityTypes.find(({ value }) => value === entityType)?.kind;
  const put = (id: string, body: Partial<Pick<Banner, 'sortOrder' | 'isActive'>>) =>
    call('putAdminBannersById', { path: { id }, body });
  const move = (from: number, to: number) =>
    void act(async () => {
      for (const { id, sortOrder } of sortOrdersAfterMove(rows, from, to, 0)) await put(id, { sortOrder });
    });
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <Title order={1}>Banners</Title>
          <Text size="sm" c="dimmed">
            They stand on the page of a category, brand, tag or ingredient. Choose one to arrange its banners.
          </Text>
        </div>
        {mayCreate && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen('new')}>
            New banner
          </Button>
        )}
      </Group>
      <Group align="flex-end">
        <Select
          label="On the page of a"
          clearable
          placeholder="Any"
          w={150}
          data={entityTypes.map((item) => ({ value: item.value, label: item.label }))}
          value={entityType}
          onChange={(next) => list.change({ entityType: next, entityId: null })}
        />
        {kind && (
          <RowPicker
            kind={kind}
            label="Which"
            placeholder="Type to search"
            value={entityId}
            onChange={(next) => list.change({ entityId: next })}
          />
        )}
        <SegmentedControl
          aria-label="View"
          value={look ? 'look' : 'arrange'}
          onChange={(next) => list.change({ view: next === 'look' ? 'look' : null, page: String(list.page) })}
          data={[
            { value: 'arrange', label: 'Arrange' },
            { value: 'look', label: 'How it looks' },
          ]}
        />
      </Group>
      {error !== null && <ErrorView error={error} />}
      {banners.isLoadingError ? (
        <ErrorView error={banners.error} retry={() => void banners.refetch()} />
      ) : banners.isPending ? (
        <PageLoader />
      ) : rows.length === 0 ? (
        <Nothing title="No banners here">
          {mayCreate && 'Add the first one: a picture, where it leads, and on whose page it stands.'}
        </Nothing>
      ) : look ? (
        <PlacementLook placements={rows} />
      ) : (
        <PlacementList
          label="Banners"
          items={rows}
          // The order counts among the banners of one page alone.
          {...(mayChange && entityId && list.page === 1 && { move })}
          {...(mayChange && {
            change: (banner: Banner, fields: { isActive: boolean }) => void act(() => put(banner.id, fields)),
            edit: (banner: Banner) => setOpen(banner),
          })}
          extra={(banner) =>
            entityId ? null : (
              <Badge variant="outline" color="gray" tt="none">
                {label(banner.entityType)}
              </Badge>
            )
          }
        />
      )}
      <Pages total={banners.data?.metadata?.total} list={list} />
      {open !== null && (
        <BannerDialog
          banner={open === 'new' ? null : open}
          place={{ entityType: entityType ?? 'category', entityId }}
          close={() => setOpen(null)}
        />
      )}
    </Stack>
  );
}
