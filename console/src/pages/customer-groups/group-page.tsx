import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { BackLink } from '../../generic/back-link.js';
import { State } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { number, time } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import type { CustomerGroup } from './group.js';
import { GroupForm } from './group-form.js';
import { MembersPanel } from './members-panel.js';

const LIST = '/admin/customer-groups';

/** A group of customers: by which rules, or whom by hand, and who is in it. */
export function Page() {
  const { id } = useParams();
  const group = useQuery({
    queryKey: ['getAdminCustomerGroupsById', id],
    queryFn: ({ signal }) => data('getAdminCustomerGroupsById', { path: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
  });
  if (id === undefined)
    return (
      <Stack gap="md">
        <BackLink to={LIST} text="Customer groups" />
        <Title order={1}>New customer group</Title>
        <GroupForm group={null} />
      </Stack>
    );
  if (group.isLoadingError) return <ErrorView error={group.error} retry={() => void group.refetch()} />;
  if (group.isPending) return <PageLoader />;
  return <GroupView group={group.data} />;
}

function GroupView({ group }: { group: CustomerGroup }) {
  const navigate = useNavigate();
  const { id, name, kind, deletedAt } = group;
  const parts =
    kind === 'rules'
      ? [
          { value: 'rules', label: 'Rules' },
          { value: 'members', label: 'Members' },
        ]
      : [
          { value: 'members', label: 'Members' },
          { value: 'details', label: 'Name and description' },
        ];
  const tab = useAddressTab(parts);
  return (
    <Stack gap="md">
      <BackLink to={LIST} text="Customer groups" />
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="sm">
            <Title order={1}>{name}</Title>
            {deletedAt !== null && <State text="deleted" />}
          </Group>
          <MemberCount group={group} />
        </div>
        {deletedAt === null && (
          <ActButton
            operation="deleteAdminCustomerGroupsById"
            path={{ id }}
            label="Delete"
            text={`Discounts and campaigns can no longer be for ${name}. While a discount or a campaign that is not sent yet names it, it cannot be deleted.`}
            done="The group is deleted"
            danger
            onDone={() => void navigate(LIST)}
          />
        )}
      </Group>
      <AddressTabs tabs={parts} name="Parts of the group" />
      {tab === 'members' ? <MembersPanel group={group} /> : <GroupForm key={id} group={group} />}
    </Stack>
  );
}

function MemberCount({ group: { kind, memberCount, refreshedAt } }: { group: CustomerGroup }) {
  const { store } = useDeclarations();
  const members = memberCount === 1 ? '1 member' : `${number(memberCount)} members`;
  const when =
    kind === 'static'
      ? 'kept by hand'
      : refreshedAt
        ? `as of ${time(refreshedAt, store)} and the orders since then`
        : 'its first members are computed within a minute';
  return (
    <Text size="sm" c="dimmed">
      {kind === 'rules' && refreshedAt === null ? `By rules: ${when}` : `${members}, ${when}`}
    </Text>
  );
}
