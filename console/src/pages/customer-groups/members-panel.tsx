import { Button, Group, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Nothing, Pages, SearchField, useListAddress } from '../../generic/list-tools.js';
import { PickedTable } from '../../generic/picked-table.js';
import { useAct } from '../../generic/use-act.js';
import { useSelection } from '../../generic/use-selection.js';
import { Time } from '../../generic/value.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { AddMembersDialog } from './add-members-dialog.js';
import type { CustomerGroup, Member } from './group.js';
import { MemberLine } from './member-line.js';

/** Who is in a group; of one that is kept by hand, with what adds and removes. */
export function MembersPanel({ group }: { group: CustomerGroup }) {
  const { id, kind, deletedAt, rules } = group;
  const list = useListAddress();
  const [adding, setAdding] = useState(false);
  const mayChange = mayCall(useDeclarations().get('postAdminCustomerGroupsByIdMembers'), useSession());
  const edits = kind === 'static' && deletedAt === null && mayChange;
  const { query } = list;
  const members = useQuery({
    queryKey: ['getAdminCustomerGroupsByIdMembers', id, query],
    queryFn: ({ signal }) => call('getAdminCustomerGroupsByIdMembers', { path: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
  const rows = members.data?.data ?? [];
  const selection = useSelection(rows.map(({ userId }) => userId));
  const { act, busy, error } = useAct();
  if (members.isLoadingError) return <ErrorView error={members.error} retry={() => void members.refetch()} />;
  if (members.isPending) return <PageLoader />;
  const remove = () =>
    void act(async () => {
      await call('postAdminCustomerGroupsByIdMembersRemove', {
        path: { id },
        body: { userIds: [...selection.chosen] },
      });
      selection.clear();
    }, 'The customers are no longer in the group');
  return (
    <Stack gap="md">
      {edits && (
        <Group gap="xs">
          <Button onClick={() => setAdding(true)}>Add customers</Button>
          {selection.some && (
            <Button variant="light" color="red" loading={busy} onClick={remove}>
              Remove {selection.chosen.length} from the group
            </Button>
          )}
        </Group>
      )}
      <SearchField label="Search by name or e-mail address" list={list} />
      {error !== null && <ErrorView error={error} />}
      {rows.length === 0 ? (
        <Nothing title={list.search ? 'No member matches' : 'No members yet'}>
          {list.search
            ? null
            : kind === 'rules'
              ? 'The group is computed within a minute after its rules change, each night, and by the orders of a customer.'
              : 'Customers are added by name or by a list of e-mail addresses.'}
        </Nothing>
      ) : (
        <PickedTable
          label="Members"
          rows={rows}
          idOf={({ userId }) => userId}
          nameOf={({ name, email, userId }) => name || email || userId}
          dimmed={members.isPlaceholderData}
          {...(edits && { selection })}
          columns={[
            {
              name: 'customer',
              title: 'Customer',
              cell: (member: Member) => <MemberLine member={member} rules={rules} />,
            },
            {
              name: 'joined',
              title: 'In the group since',
              cell: ({ joinedAt }: Member) => (joinedAt ? <Time instant={joinedAt} /> : null),
            },
          ]}
        />
      )}
      <Pages total={members.data.metadata?.total} list={list} />
      {adding && <AddMembersDialog id={id} close={() => setAdding(false)} />}
    </Stack>
  );
}
