import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ApiKeyDialog } from './api-key-dialog.js';

/** The API keys; `…/new` opens the dialog of a new one. */
export function Page() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [creating, setCreating] = useState(pathname.endsWith('/new'));
  const session = useSession();
  const mayCreate = mayCall(useDeclarations().get('postAdminApiKeys'), session);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <Title order={1}>API keys</Title>
          <Text c="dimmed" size="sm">
            A key never can more than its creator can at that moment. It is shown once, when it is created.
          </Text>
        </div>
        {mayCreate && <Button onClick={() => setCreating(true)}>New API key</Button>}
      </Group>
      <EmbeddedList
        operation="getAdminApiKeys"
        columns={['name', 'prefix', 'permissions', 'lastUsedAt', 'expiresAt', 'revokedAt']}
      />
      {creating && (
        <ApiKeyDialog
          close={() => {
            setCreating(false);
            void navigate('/admin/api-keys', { replace: true });
          }}
        />
      )}
    </Stack>
  );
}
