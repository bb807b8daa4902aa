import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../generic/use-act.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import type { Return } from './returns-page.js';

/** The items are back: which of them can be sold again decides the stock; the buyer is refunded. */
export function ReceiveButton({ item }: { item: Return }) {
  const [open, setOpen] = useState(false);
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const { act, busy, error } = useAct();
  const session = useSession();
  const operation = useDeclarations().get('postVendorReturnRequestsByReturnRequestIdReceive');
  if (!mayCall(operation, session)) return null;
  const toggle = (id: string) =>
    setBroken((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <>
      <Button onClick={() => setOpen(true)}>I have received it</Button>
      <Modal opened={open} onClose={() => setOpen(false)} title={`Return of ${item.orderNumber}`}>
        <Stack>
          <Text size="sm">
            The buyer is refunded. Tick what can be sold again: it goes back into the stock.
          </Text>
          {item.lines.map((line) => (
            <Checkbox
              key={line.lineId}
              label={`${line.quantity} × ${line.title}`}
              checked={!broken.has(line.lineId)}
              onChange={() => toggle(line.lineId)}
            />
          ))}
          {error !== null && <ErrorView error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button
              loading={busy}
              onClick={() =>
                void act(
                  () =>
                    call('postVendorReturnRequestsByReturnRequestIdReceive', {
                      path: { returnRequestId: item.id },
                      body: {
                        lines: item.lines.map(({ lineId }) => ({ lineId, sellable: !broken.has(lineId) })),
                      },
                    }).then(() => setOpen(false)),
                  'The return is received',
                )
              }
            >
              Received
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
