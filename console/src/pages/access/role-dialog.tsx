import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { DataOf } from 'haat-client';
import type { FormEvent } from 'react';
import { ConflictList } from '../../generic/conflict-list.js';
import { EditedRow } from '../../generic/edited-row.js';
import { closeAsking } from '../../generic/leave-guard.js';
import { useEditor } from '../../generic/use-editor.js';
import { data } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { PermissionPicker } from './permission-picker.js';

export type Role = DataOf<'getAdminRoles'>[number];

/** A role: its name, and what those who have it may do. Without `role` a new one. */
export function RoleDialog({ role, close }: { role?: Role; close: () => void }) {
  if (!role) return <RoleForm role={null} close={close} />;
  const path = { roleId: role.id };
  return (
    <EditedRow
      name={['getAdminRolesByRoleId', role.id]}
      read={() => data('getAdminRolesByRoleId', { path })}
      title={`Role ${role.name}`}
      close={close}
    >
      {(stored) => <RoleForm role={stored} close={close} />}
    </EditedRow>
  );
}

const draftOf = (role: Role | null) => ({
  name: role?.name ?? '',
  description: role?.description ?? '',
  permissions: role?.permissions ?? [],
});

function RoleForm({ role, close }: { role: Role | null; close: () => void }) {
  const { form, save, changedOf, busy, error, conflicts } = useEditor({
    row: role,
    draftOf,
    read: ({ id }: Role) => data('getAdminRolesByRoleId', { path: { roleId: id } }),
  });
  const { name, description, permissions } = form.draft;
  const leave = closeAsking(form.dirty, close);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const body = { name: name.trim(), description, permissions };
    void save(
      (edit) =>
        role
          ? data('patchAdminRolesByRoleId', { path: { roleId: role.id }, body: changedOf(body), ...edit })
          : data('postAdminRoles', { body }),
      () => {
        notifications.show({ color: 'teal', message: role ? 'The role is saved' : 'The role is created' });
        close();
      },
    );
  }
  return (
    <Modal opened onClose={leave} title={role ? `Role ${role.name}` : 'New role'} size="lg">
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
            onChange={(event) => form.set({ name: event.currentTarget.value })}
          />
          <Textarea
            label="Description"
            autosize
            maxLength={500}
            value={description}
            onChange={(event) => form.set({ description: event.currentTarget.value })}
          />
          <PermissionPicker
            chosen={[...permissions]}
            onChange={(next) => form.set({ permissions: next as Role['permissions'] })}
          />
          <ConflictList {...conflicts} />
          {error !== null && <ErrorView error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
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
