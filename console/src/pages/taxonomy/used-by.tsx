import { Anchor, Group, Image, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Detail, Panel } from '../../generic/panel.js';
import { pictureUrl } from '../../generic/picture-url.js';
import { Time } from '../../generic/value.js';
import { call, callAny } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { number } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import type { Entry, Taxonomy } from './taxonomies.js';

const SHOWN = 6;

/** What would miss an entry: products, entries below it, banners. */
export function UsedBy({ taxonomy, entry }: { taxonomy: Taxonomy; entry: Entry }) {
  const listed = useQuery({
    queryKey: [taxonomy.list, 'uses', entry.id],
    queryFn: async ({ signal }) => {
      const query = {
        search: entry.title.slice(0, 200),
        limit: 100,
        'filters[]': ['includeDeleted:eq:true'],
      };
      const { data } = await callAny(taxonomy.list, { query, signal });
      return (data as Entry[]).find(({ id }) => id === entry.id) ?? null;
    },
  });
  return (
    <Stack gap="md">
      <Panel title="Used by">
        {listed.isLoadingError ? (
          <ErrorView error={listed.error} />
        ) : (
          <dl className="details tight">
            <Detail name="Products">{listed.data ? number(listed.data.productCount) : '…'}</Detail>
            {taxonomy.kind === 'categories' && <Below entry={entry} />}
            <Detail name="Banners">{listed.data ? number(listed.data.bannerCount) : '…'}</Detail>
          </dl>
        )}
      </Panel>
      <Banners taxonomy={taxonomy} entry={entry} />
    </Stack>
  );
}

/** The categories right below, each a link. */
function Below({ entry }: { entry: Entry }) {
  const below = useQuery({
    queryKey: ['getAdminCategories', 'below', entry.id],
    queryFn: ({ signal }) =>
      call('getAdminCategories', {
        query: { 'filters[]': [`parentId:eq:${entry.id}`], limit: 25, sort: 'sortOrder:asc' } as never,
        signal,
      }),
  });
  const rows = below.data?.data ?? [];
  return (
    <Detail name="Categories below">
      {rows.length === 0 ? (
        'None'
      ) : (
        <Stack gap={2}>
          {rows.map(({ id, title }) => (
            <Anchor key={id} component={Link} to={`/admin/categories/${id}`} size="sm">
              {title}
            </Anchor>
          ))}
        </Stack>
      )}
    </Detail>
  );
}

function Banners({ taxonomy, entry }: { taxonomy: Taxonomy; entry: Entry }) {
  const may = mayCall(useDeclarations().get('getAdminBanners'), useSession());
  const query = { entityType: taxonomy.singular, entityId: entry.id, limit: SHOWN };
  const banners = useQuery({
    queryKey: ['getAdminBanners', query],
    queryFn: ({ signal }) => call('getAdminBanners', { query, signal }),
    enabled: may,
  });
  if (!may) return null;
  const to = `/admin/banners?entityType=${taxonomy.singular}&entityId=${entry.id}`;
  const rows = banners.data?.data ?? [];
  return (
    <Panel
      title="Banners"
      actions={
        <Anchor component={Link} to={to} size="sm">
          Arrange them
        </Anchor>
      }
    >
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          No banner stands on its page.
        </Text>
      ) : (
        <Stack gap="xs">
          {rows.map(({ id, image, url, until }) => (
            <Group key={id} gap="sm" wrap="nowrap">
              <Image src={pictureUrl(image)} alt="" w={72} h={36} radius="sm" fit="cover" />
              <Text size="sm" className="clip" flex={1}>
                {url}
              </Text>
              {until && <Time instant={until} />}
            </Group>
          ))}
        </Stack>
      )}
    </Panel>
  );
}
