import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { Panel } from '../../generic/panel.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { label } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { groupsOf } from './permission-groups.js';
import { type Role, RoleDialog } from './role-dialog.js';

/** Who may do what: each role with its permissions by what they are about. */
export function Page() {
  const [editing, setEditing] = useState<Role | 'new' | null>(null);
  const session = useSession();
  const declarations = useDeclarations();
  const mayWrite = mayCall(declarations.get('postAdminRoles'), session);
  const roles = useQuery({
    queryKey: ['getAdminRoles'],
    queryFn: ({ signal }) => call('getAdminRoles', { query: { limit: 100 }, signal }),
  });
  if (roles.isLoadingError) return <ErrorView error={roles.error} retry={() => void roles.refetch()} />;
  if (roles.isPending) return <PageLoader />;
  const rows = roles.data.data;
  const edit = mayWrite ? setEditing : undefined;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <div>
          <Title order={1}>Roles</Title>
          <Text c="dimmed" size="sm">
            Accounts get roles on the page of{' '}
            <Anchor component={Link} to="/admin/users" inherit underline="always">
              users
            </Anchor>
            .
          </Text>
        </div>
        {mayWrite && <Button onClick={() => setEditing('new')}>New role</Button>}
      </Group>
      <Roles title="Built in" roles={rows.filter(({ builtIn }) => builtIn)} />
      <Roles
        title="Own roles"
        roles={rows.filter(({ builtIn }) => !builtIn)}
        edit={edit}
        empty="No own role yet. A role of your own gives a part of the permissions, for a warehouse or the books."
      />
      {roles.data.metadata.total > rows.length && (
        <Text size="sm" c="dimmed">
          The newest {rows.length} of {roles.data.metadata.total}
        </Text>
      )}
      {editing && (
        <RoleDialog role={editing === 'new' ? undefined : editing} close={() => setEditing(null)} />
      )}
    </Stack>
  );
}

interface ListProps {
  title: string;
  roles: readonly Role[];
  edit?: (role: Role) => void;
  empty?: string;
}

function Roles({ title, roles, edit, empty }: ListProps) {
  if (roles.length === 0 && !empty) return null;
  return (
    <section>
      <Title order={2} mb="sm">
        {title}
      </Title>
      {roles.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      <Stack gap="md">
        {roles.map((role) => (
          <RolePanel key={role.id} role={role} edit={edit} />
        ))}
      </Stack>
    </section>
  );
}

function RolePanel({ role, edit }: { role: Role; edit?: (role: Role) => void }) {
  const [open, setOpen] = useState(false);
  const groups = groupsOf(role.permissions.map((permission) => ({ permission, description: '' })));
  const count = role.permissions.length;
  return (
    <Panel
      title={
        <Group gap="xs" component="span">
          {role.name}
          <Badge variant="light" color="gray" tt="none">
            {role.userCount === 1 ? '1 account' : `${role.userCount} accounts`}
          </Badge>
        </Group>
      }
      actions={
        edit && (
          <>
            <Button size="compact-sm" variant="default" onClick={() => edit(role)}>
              Edit
            </Button>
            <ActButton
              size="compact-sm"
              operation="deleteAdminRolesByRoleId"
              path={{ roleId: role.id }}
              label="Delete"
              danger
              text={`The role ${role.name} is gone. A role that accounts have cannot be deleted.`}
              done="The role is deleted"
            />
          </>
        )
      }
    >
      <Stack gap="xs" align="flex-start">
        {role.description && <Text size="sm">{role.description}</Text>}
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={open}
          disabled={count === 0}
          onClick={() => setOpen(!open)}
        >
          {count === 1 ? '1 permission' : `${count} permissions`}
        </Button>
        {open && (
          <dl className="details tight">
            {groups.map(({ about, permissions }) => (
              <div key={about} style={{ display: 'contents' }}>
                <dt>{label(about)}</dt>
                <dd>
                  {permissions.map(({ name }) => name.split(':').slice(1).join(':') || name).join(', ')}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {role.unknownPermissions.length > 0 && (
          <Text size="sm" c="dimmed">
            Of plugins that are not registered, so without effect: {role.unknownPermissions.join(', ')}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
