import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pathOf } from 'haat-client';
import { Link } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { Panel } from '../../generic/panel.js';
import { State } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import type { Order, SubOrder } from './order.js';

/** The invoice of each vendor, live while it is being rendered, and the credit notes. */
export function OrderInvoices({ order }: { order: Order }) {
  return (
    <Stack gap="md">
      {order.vendors.map((subOrder) => (
        <Invoice key={subOrder.id} order={order} subOrder={subOrder} />
      ))}
      <Panel title="Credit notes">
        <EmbeddedList operation="getAdminOrdersByOrderIdCreditNotes" params={{ orderId: order.id }} />
      </Panel>
    </Stack>
  );
}

const texts: Record<string, string> = {
  ready: 'The PDF is ready.',
  pending: 'It is being rendered; this page shows it as soon as it is there.',
  failed: 'The last attempt failed.',
  none: 'Nobody has requested it yet.',
};

function Invoice({ order, subOrder }: { order: Order; subOrder: SubOrder }) {
  const path = { orderId: order.id, orderVendorId: subOrder.id };
  const id = 'getAdminOrdersByOrderIdVendorsByOrderVendorIdInvoiceStatus';
  const status = useQuery({
    queryKey: [id, subOrder.id],
    queryFn: ({ signal }) => data(id, { path, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 2_000 : false),
  });
  const state = status.data?.status;
  const ready = state === 'ready';
  return (
    <Panel
      title={
        <Group gap="xs" component="span">
          {status.data?.invoiceNumber ?? 'Invoice'} {state && <State text={state} />}
        </Group>
      }
      actions={
        <>
          {ready && (
            <Button
              size="sm"
              component="a"
              href={pathOf('getAdminOrdersByOrderIdVendorsByOrderVendorIdInvoice', path)}
              target="_blank"
            >
              Download
            </Button>
          )}
          {(state === 'none' || state === 'failed') && (
            <ActButton
              operation="postAdminOrdersByOrderIdVendorsByOrderVendorIdInvoiceGenerate"
              path={path}
              label={state === 'failed' ? 'Try again' : 'Generate'}
              variant="filled"
              text={`The invoice of ${subOrder.vendorName} gets its number and is rendered.`}
              done="The invoice is requested"
            />
          )}
          {ready && (
            <ActButton
              operation="postAdminOrdersByOrderIdVendorsByOrderVendorIdInvoiceRegenerate"
              path={path}
              label="Render again"
              text="The PDF is made anew from the frozen figures; number and amounts stay."
              done="The invoice is rendered again"
            />
          )}
        </>
      }
    >
      {status.error ? (
        <ErrorView error={status.error} retry={() => void status.refetch()} />
      ) : (
        <Stack gap={4}>
          <Text size="sm" fw={600}>
            {subOrder.vendorName}
          </Text>
          <Text size="sm" c={state === 'failed' ? 'red' : 'dimmed'}>
            {texts[state ?? ''] ?? ''}{' '}
            {status.data?.jobId && state !== 'ready' && (
              <Link to={`/jobs/${encodeURIComponent(status.data.jobId)}`}>Why and what to do</Link>
            )}
          </Text>
        </Stack>
      )}
    </Panel>
  );
}
