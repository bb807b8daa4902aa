import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { DataOf } from 'haat-client';
import { useState } from 'react';
import { useRefreshAll } from '../../generic/act-button.js';
import { useSubmit } from '../../generic/use-submit.js';
import { call } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { PermissionPicker } from './permission-picker.js';

export type Role = DataOf<'getAdminRoles'>[number];

/** A role: its name, and what those who have it may do. Without `role` a new one. */
export function RoleDialog({ role, close }: { role?: Role; close: () => void }) {
  const [name, setName] = useState(role?.name ?? '');
  const [description, setDescription] = useState(role?.description ?? '');
  const [permissions, setPermissions] = useState<string[]>(role?.permissions ?? []);
  const refresh = useRefreshAll();
  const { busy, error, submit } = useSubmit(async () => {
    const body = { name: name.trim(), description, permissions: permissions as Role['permissions'] };
    if (role) await call('patchAdminRolesByRoleId', { path: { roleId: role.id }, body });
    else await call('postAdminRoles', { body });
    notifications.show({ color: 'teal', message: role ? 'The role is saved' : 'The role is created' });
    void refresh();
    close();
  });
  return (
    <Modal opened onClose={close} title={role ? `Role ${role.name}` : 'New role'} size="lg">
      <form onSubmit={submit}>
        <Stack>
          {role && role.userCount > 0 && (
            <Text size="sm" c="dimmed">
              {role.userCount === 1 ? 'One account has' : `${role.userCount} accounts have`} this role: what
              changes here holds at once.
            </Text>
          )}
          <TextInput
            label="Name"
            required
            maxLength={80}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Textarea
            label="Description"
            autosize
            maxLength={500}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <PermissionPicker chosen={permissions} onChange={setPermissions} />
          {error !== null && <ErrorView error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={name.trim() === ''}>
              {role ? 'Save' : 'Create'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
