import { Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { BackLink } from '../../generic/back-link.js';
import { Nothing } from '../../generic/list-tools.js';
import { PlacementList } from '../../generic/placement-list.js';
import { PlacementLook } from '../../generic/placement-look.js';
import { moved } from '../../generic/sort-orders.js';
import { useAct } from '../../generic/use-act.js';
import { call, data } from '../../lib/api.js';
import { editOf } from '../../lib/edit-tag.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { Icon } from '../../shell/icon.js';
import { PageLoader } from '../../shell/page-loader.js';
import { type GroupLink, LinkDialog } from './link-dialog.js';

/** The links of a group: picture first, in their order, and as both platforms show them. */
export function Page() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const group = useQuery({
    queryKey: ['getAdminDynamicLinkGroupsById', id],
    queryFn: ({ signal }) => data('getAdminDynamicLinkGroupsById', { path: { id }, signal }),
  });
  const [view, setView] = useState('arrange');
  const [open, setOpen] = useState<GroupLink | 'new' | null>(null);
  const { act, error } = useAct();
  const declarations = useDeclarations();
  const mayChange = mayCall(declarations.get('putAdminDynamicLinkGroupsByIdLinksByLinkId'), useSession());
  if (group.isLoadingError) return <ErrorView error={group.error} retry={() => void group.refetch()} />;
  if (group.isPending) return <PageLoader />;
  const { title, slug, links } = group.data;
  const move = (from: number, to: number) =>
    void act(() =>
      call('putAdminDynamicLinkGroupsByIdLinksReorder', {
        path: { id },
        body: { links: moved(links, from, to).map(({ id: linkId }, order) => ({ linkId, order })) },
        ...editOf(group.data),
      }),
    );
  return (
    <Stack gap="md">
      <BackLink to="/admin/dynamic-link-groups" text="Links" />
      <Group justify="space-between">
        <div>
          <Title order={1}>{title}</Title>
          <Text size="sm" c="dimmed">
            Storefronts read it by the slug {slug}.
          </Text>
        </div>
        <Group gap="xs">
          <ActButton
            operation="putAdminDynamicLinkGroupsById"
            path={{ id }}
            label="Rename"
            text="A new slug has to be known to the storefront."
            initial={{ title, slug }}
            fixed={{ metadata: group.data.metadata }}
            edited={{ row: group.data, read: async () => (await group.refetch()).data ?? group.data }}
            done="The group is renamed"
          />
          <ActButton
            operation="deleteAdminDynamicLinkGroupsById"
            path={{ id }}
            label="Delete"
            text={`${title} is deleted with its ${links.length} links.`}
            done="The group is deleted"
            danger
            onDone={() => void navigate('/admin/dynamic-link-groups')}
          />
          {mayChange && (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen('new')}>
              New link
            </Button>
          )}
        </Group>
      </Group>
      <SegmentedControl
        aria-label="View"
        style={{ alignSelf: 'flex-start' }}
        value={view}
        onChange={setView}
        data={[
          { value: 'arrange', label: 'Arrange' },
          { value: 'look', label: 'How it looks' },
        ]}
      />
      {error !== null && <ErrorView error={error} />}
      {links.length === 0 ? (
        <Nothing title="No links yet">The storefront shows nothing of this group.</Nothing>
      ) : view === 'look' ? (
        <PlacementLook placements={links} />
      ) : (
        <PlacementList
          label="Links"
          items={links}
          {...(mayChange && {
            move,
            change: (link: GroupLink, fields: { isActive: boolean }) =>
              void act(() =>
                call('putAdminDynamicLinkGroupsByIdLinksByLinkId', {
                  path: { id, linkId: link.id },
                  body: fields,
                }),
              ),
            edit: (link: GroupLink) => setOpen(link),
          })}
        />
      )}
      {open !== null && (
        <LinkDialog groupId={id} link={open === 'new' ? null : open} close={() => setOpen(null)} />
      )}
    </Stack>
  );
}
