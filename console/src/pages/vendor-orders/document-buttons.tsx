import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { callAny } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';

interface Document {
  id: string;
  status: string;
  downloadUrl: string | null;
  error: string | null;
}

const kinds = [
  { kind: 'pick_list', label: 'Pick list' },
  { kind: 'packing_slip', label: 'Packing slips' },
];

/** How often a document that takes longer than a request may is asked for again. */
const POLL_MS = 2_000;

/** Prints documents; `busy` is the kind that is being made. */
function usePrinting() {
  const operation = useDeclarations().get('postVendorOrdersDocuments');
  const allowed = mayCall(operation, useSession());
  const [busy, setBusy] = useState<string | null>(null);

  async function print(kind: string, of: Record<string, string[]>): Promise<void> {
    if (busy) return;
    setBusy(kind);
    try {
      const { data } = await callAny('postVendorOrdersDocuments', {
        body: { kind, ...of },
        idempotencyKey: crypto.randomUUID(),
      });
      const document = await ready(data as Document);
      if (document.downloadUrl) location.assign(document.downloadUrl);
      else notifications.show({ color: 'red', message: document.error ?? 'The document could not be made' });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      notifications.show({ color: 'red', message });
    } finally {
      setBusy(null);
    }
  }

  return { allowed, busy, print };
}

/** The packing slip of one parcel. */
export function ParcelSlipButton({ parcelId }: { parcelId: string }) {
  const { allowed, busy, print } = usePrinting();
  if (!allowed) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={busy !== null}
      onClick={() => void print('packing_slip', { parcelIds: [parcelId] })}
    >
      Packing slip
    </Button>
  );
}

/** What the shelf and the parcel need on paper, for one order or several. */
export function DocumentButtons({ chosen }: { chosen: readonly string[] }) {
  const { allowed, busy, print } = usePrinting();
  if (!allowed) return null;
  return (
    <Group gap="xs">
      {kinds.map(({ kind, label }) => (
        <Button
          key={kind}
          variant="default"
          disabled={chosen.length === 0}
          loading={busy === kind}
          onClick={() => void print(kind, { orderVendorIds: [...chosen] })}
        >
          {label}
          {chosen.length > 1 ? ` (${chosen.length})` : ''}
        </Button>
      ))}
    </Group>
  );
}

/** Waits for the file of a document that is being made. */
async function ready(document: Document): Promise<Document> {
  let current = document;
  while (current.status === 'pending') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const { data } = await callAny('getVendorOrdersDocumentsById', { path: { id: current.id } });
    current = data as Document;
  }
  return current;
}
