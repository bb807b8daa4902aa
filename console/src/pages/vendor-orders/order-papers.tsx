import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pathOf } from 'haat-client';
import { ActButton } from '../../generic/act-button.js';
import { Panel } from '../../generic/panel.js';
import { State } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { money } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import type { VendorOrder } from './order-page.js';

/** The invoice and the credit notes, live while the invoice is rendered. */
export function OrderPapers({ order }: { order: VendorOrder }) {
  const path = { orderVendorId: order.id };
  const invoice = useQuery({
    queryKey: ['getVendorOrdersByOrderVendorIdInvoiceStatus', order.id],
    queryFn: ({ signal }) => data('getVendorOrdersByOrderVendorIdInvoiceStatus', { path, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 1_500 : false),
  });
  const notes = useQuery({
    queryKey: ['getVendorOrdersByOrderVendorIdCreditNotes', order.id],
    queryFn: ({ signal }) => data('getVendorOrdersByOrderVendorIdCreditNotes', { path, signal }),
  });
  const status = invoice.data?.status;
  return (
    <Panel title="Papers">
      <Stack gap="sm">
        {invoice.error && <ErrorView error={invoice.error} retry={() => void invoice.refetch()} />}
        {status && (
          <Group justify="space-between">
            <Text size="sm">Invoice {order.invoiceNumber}</Text>
            <State text={status === 'none' ? 'not requested' : status} />
          </Group>
        )}
        {order.invoiceProblem && (
          <Text size="sm" c="red">
            {order.invoiceProblem}
          </Text>
        )}
        <Group gap="xs">
          {status === 'ready' && (
            <Button
              component="a"
              variant="default"
              size="compact-sm"
              target="_blank"
              href={pathOf('getVendorOrdersByOrderVendorIdInvoice', path)}
            >
              Download
            </Button>
          )}
          {status !== undefined && status !== 'pending' && (
            <ActButton
              size="compact-sm"
              operation="postVendorOrdersByOrderVendorIdInvoiceGenerate"
              path={path}
              label={status === 'ready' ? 'Print it again' : 'Make the invoice'}
              text="The invoice keeps its number and is printed with the current template."
              done="The invoice is being made"
            />
          )}
        </Group>
        {notes.data?.map((note) => (
          <Group key={note.id} justify="space-between">
            <Anchor
              size="sm"
              target="_blank"
              href={pathOf('getVendorOrdersByOrderVendorIdCreditNotesByCreditNoteId', {
                ...path,
                creditNoteId: note.id,
              })}
            >
              Credit note {note.creditNoteNumber}
            </Anchor>
            <Text size="sm">{money(note.amount, order.currency)}</Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
