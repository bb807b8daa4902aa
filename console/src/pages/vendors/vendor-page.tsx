import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { Page as GenericPage } from '../../generic/generic-page.js';
import { Slots } from '../../generic/slots.js';
import { Panel } from '../../generic/panel.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useRefreshSession, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { NotesPanel } from '../notes/notes-panel.js';
import { ApprovalPanel } from './approval-panel.js';

/** A vendor, as its declaration shows it, with the notes of operators and what plugins add. */
export function Page() {
  const { vendorId = '' } = useParams();
  return (
    <Stack gap="md">
      <GenericPage />
      <ShopPage vendorId={vendorId} />
      <ApprovalPanel vendorId={vendorId} />
      <OpenPanel vendorId={vendorId} />
      <NotesPanel entity="vendor" id={vendorId} />
      <Slots on="vendor" id={vendorId} />
    </Stack>
  );
}

/** Leads to what the vendor shows shoppers. */
function ShopPage({ vendorId }: { vendorId: string }) {
  const session = useSession();
  if (!mayCall(useDeclarations().get('getAdminVendorsByVendorIdPage'), session)) return null;
  return (
    <Panel title="Page for shoppers">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Logo, story, pictures and policies, and the address of the page in the shop.
        </Text>
        <Button variant="default" component={Link} to={`/admin/vendors/${vendorId}/page`}>
          Open the page
        </Button>
      </Group>
    </Panel>
  );
}

/** Leads into the panel of the vendor, to see what its people see. */
function OpenPanel({ vendorId }: { vendorId: string }) {
  const session = useSession();
  const may = mayCall(useDeclarations().get('postAdminVendorsByVendorIdSupport'), session);
  const refresh = useRefreshSession();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  if (!may) return null;
  async function open(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      await data('postAdminVendorsByVendorIdSupport', { path: { vendorId } });
      await refresh();
      await navigate('/vendor');
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Panel title="Panel of the vendor">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          For an hour you see what the owner sees, and cannot change anything. The audit log records it.
        </Text>
        <Button variant="default" loading={busy} onClick={() => void open()}>
          Look at the panel
        </Button>
      </Group>
      {error !== null && <ErrorView error={error} />}
    </Panel>
  );
}
