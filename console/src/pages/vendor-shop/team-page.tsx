import { Alert, Button, Card, Group, Modal, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Panel } from '../../generic/panel.js';
import { useAct } from '../../generic/use-act.js';
import { Time } from '../../generic/value.js';
import { client, data } from '../../lib/api.js';
import { useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

const roles = [
  { value: 'member', label: 'Member: orders, products, stock' },
  { value: 'admin', label: 'Admin: money, profile and team as well' },
];

interface Member {
  id: string;
  userId: string;
  role: string;
  createdAt: string;
  user?: { name?: string | null; email?: string };
}

interface Invitation {
  id: string;
  email: string;
  role: string | null;
  status: string;
  expiresAt: string;
}

/** Who works for the shop, who is invited, and what each may do. */
export function Page() {
  const { me } = useSession();
  const manages = me.activeVendor?.role !== 'member' && !me.support;
  const members = useQuery({
    queryKey: ['getAuthOrganizationListMembers'],
    queryFn: ({ signal }) => data('getAuthOrganizationListMembers', { signal }),
  });
  const invitations = useQuery({
    queryKey: ['getAuthOrganizationListInvitations'],
    queryFn: ({ signal }) => data('getAuthOrganizationListInvitations', { signal }),
    enabled: manages,
  });
  const [inviting, setInviting] = useState(false);
  const people = (members.data?.members ?? []) as unknown as Member[];
  const open = ((invitations.data ?? []) as unknown as Invitation[]).filter(
    ({ status }) => status === 'pending',
  );
  return (
    <Stack gap="md" maw={860}>
      <Group justify="space-between">
        <Title order={1}>Team</Title>
        {manages && <Button onClick={() => setInviting(true)}>Invite somebody</Button>}
      </Group>
      {!manages && <Alert color="gray">Owners and admins of the shop can invite people.</Alert>}
      {members.error ? (
        <ErrorView error={members.error} retry={() => void members.refetch()} />
      ) : members.isPending ? (
        <PageLoader />
      ) : (
        <Card withBorder padding="lg">
          {people.map((member) => (
            <MemberRow key={member.id} member={member} manages={manages} />
          ))}
        </Card>
      )}
      {open.length > 0 && (
        <Panel title="Invited">
          {open.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </Panel>
      )}
      {inviting && <InviteDialog close={() => setInviting(false)} />}
    </Stack>
  );
}

function MemberRow({ member, manages }: { member: Member; manages: boolean }) {
  const { me } = useSession();
  const { act, busy, error } = useAct();
  const [removing, setRemoving] = useState(false);
  const self = member.userId === me.user.id;
  const name = member.user?.name ?? member.user?.email ?? member.userId;
  return (
    <div className="line" style={{ paddingBlock: 10 }}>
      <Group justify="space-between">
        <div>
          <Text size="sm" fw={600}>
            {name} {self && '(you)'}
          </Text>
          <Text size="sm" c="dimmed" component="div">
            {member.user?.email} · since <Time instant={member.createdAt} />
          </Text>
        </div>
        <Group gap="xs">
          {manages && !self && member.role !== 'owner' ? (
            <>
              <Select
                size="xs"
                w={280}
                aria-label={`Role of ${name}`}
                data={roles}
                allowDeselect={false}
                value={member.role}
                disabled={busy}
                onChange={(role) =>
                  void act(
                    () =>
                      client.call('postAuthOrganizationUpdateMemberRole', {
                        body: { memberId: member.id, role: role as 'member' },
                      }),
                    'The role is changed',
                  )
                }
              />
              <Button size="compact-sm" variant="light" color="red" onClick={() => setRemoving(true)}>
                Remove
              </Button>
            </>
          ) : (
            <Text size="sm">
              {member.role === 'owner' ? 'Owner' : member.role === 'admin' ? 'Admin' : 'Member'}
            </Text>
          )}
        </Group>
      </Group>
      {error !== null && <ErrorView error={error} />}
      <Modal opened={removing} onClose={() => setRemoving(false)} title={`Remove ${name}`}>
        <Stack>
          <Text size="sm">{name} can no longer open the shop. What was done stays in the history.</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setRemoving(false)}>
              Cancel
            </Button>
            <Button
              color="red"
              loading={busy}
              onClick={() =>
                void act(
                  () =>
                    client.call('postAuthOrganizationRemoveMember', { body: { memberIdOrEmail: member.id } }),
                  () => setRemoving(false),
                )
              }
            >
              Remove
            </Button>
          </Group>
        </Stack>
      </Modal>
    </div>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { act, busy, error } = useAct();
  return (
    <div className="line" style={{ paddingBlock: 8 }}>
      <Group justify="space-between">
        <Text size="sm" component="div">
          {invitation.email} · {invitation.role} · until <Time instant={invitation.expiresAt} />
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          onClick={() =>
            void act(
              () =>
                client.call('postAuthOrganizationCancelInvitation', {
                  body: { invitationId: invitation.id },
                }),
              'The invitation is cancelled',
            )
          }
        >
          Cancel
        </Button>
      </Group>
      {error !== null && <ErrorView error={error} />}
    </div>
  );
}

function InviteDialog({ close }: { close: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('member');
  const { act, busy, error } = useAct();
  function submit(event: FormEvent): void {
    event.preventDefault();
    void act(
      () =>
        client
          .call('postAuthOrganizationInviteMember', { body: { email: email.trim(), role: role as 'member' } })
          .then(close),
      'The invitation is on its way',
    );
  }
  return (
    <Modal opened onClose={close} title="Invite somebody">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="E-mail address"
            type="email"
            required
            data-autofocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Select
            label="May"
            data={roles}
            allowDeselect={false}
            value={role}
            onChange={(next) => setRole(next ?? 'member')}
          />
          <Text size="sm" c="dimmed">
            A mail with a link is sent. The person signs in with this address and accepts.
          </Text>
          {error !== null && <ErrorView error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Invite
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
