import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { data } from '../lib/api.js';
import { useDeclarations } from '../lib/declarations.js';
import { time } from '../lib/format.js';
import { useRefreshSession, useSession } from '../lib/session.js';
import { ErrorView } from './error-view.js';

/** Above every page of a vendor whose panel an operator has opened: whose it is, and that nothing can be changed. */
export function SupportBanner() {
  const { me } = useSession();
  const { store } = useDeclarations();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const refresh = useRefreshSession();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { support } = me;
  if (!support || !pathname.startsWith('/vendor')) return null;
  async function leave(vendorId: string): Promise<void> {
    setBusy(true);
    try {
      await data('deleteAdminVendorsByVendorIdSupport', { path: { vendorId } });
      await navigate(`/admin/vendors/${vendorId}`);
      await refresh();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Alert
      color="orange"
      title={`You are looking at the panel of ${support.displayName}`}
      mb="md"
      role="status"
    >
      <Group justify="space-between">
        <Text size="sm">
          You see what its owner sees, and cannot change anything. The audit log has it. It closes at{' '}
          {time(support.until, store)}.
        </Text>
        <Button
          size="compact-sm"
          variant="light"
          color="orange"
          loading={busy}
          onClick={() => void leave(support.vendorId)}
        >
          Leave the panel
        </Button>
      </Group>
      {error !== null && <ErrorView error={error} />}
    </Alert>
  );
}
