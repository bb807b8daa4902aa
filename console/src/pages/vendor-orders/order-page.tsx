import { Alert, Anchor, Grid, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { Link, useParams } from 'react-router';
import { BackLink } from '../../generic/back-link.js';
import { Detail, Panel } from '../../generic/panel.js';
import { State, Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { countryName, money } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { LineTable } from '../orders/line-table.js';
import { DocumentButtons } from './document-buttons.js';
import { EwayBills } from './eway-bills.js';
import { OrderActs } from './order-acts.js';
import { OrderPapers } from './order-papers.js';
import { paymentText, stateOf } from './orders-page.js';
import { Parcel } from './parcel.js';

export type VendorOrder = DataOf<'getVendorOrdersByOrderVendorId'>;

/** One order of the vendor: what to pack, where it goes, what it brings, and what can be done. */
export function Page() {
  const { orderVendorId = '' } = useParams();
  const order = useQuery({
    queryKey: ['getVendorOrdersByOrderVendorId', orderVendorId],
    queryFn: ({ signal }) => data('getVendorOrdersByOrderVendorId', { path: { orderVendorId }, signal }),
    // A label that the carrier is making appears without a reload.
    refetchInterval: ({ state }) => (isCreating(state.data) ? 2_000 : false),
  });
  if (order.isLoadingError) return <ErrorView error={order.error} retry={() => void order.refetch()} />;
  if (order.isPending) return <PageLoader />;
  return <OrderView order={order.data} />;
}

const isCreating = (order: VendorOrder | undefined): boolean =>
  order?.shipment?.status === 'creating' ||
  (order?.parcels?.some(({ status }) => status === 'creating') ?? false);

function OrderView({ order }: { order: VendorOrder }) {
  const gaps = order.lines.filter(({ hsnCode }) => !hsnCode);
  return (
    <Stack gap="md">
      <BackLink to="/vendor/orders" text="Orders" />
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="sm">
            <Title order={1}>{order.orderNumber}</Title>
            <State text={stateOf(order)} />
            {order.dispute && <State text={`dispute ${order.dispute.state}`} />}
          </Group>
          <Text size="sm" c="dimmed" mt={4}>
            {money(order.total, order.currency)} · {paymentText(order)} · placed{' '}
            <Time instant={order.placedAt} />
          </Text>
        </div>
        <OrderActs order={order} />
      </Group>
      {order.status === 'pending' && order.paymentMethod === 'cod' && (
        <Alert color="yellow">The courier collects {money(order.total, order.currency)} in cash.</Alert>
      )}
      {gaps.length > 0 && (
        <Alert color="orange" title="The invoice needs HSN codes">
          {gaps.map(({ id, title, productId }) => (
            <div key={id}>
              <Anchor
                component={Link}
                to={`/vendor/products/${productId}`}
                size="sm"
                c="inherit"
                underline="always"
              >
                {title}
              </Anchor>
            </div>
          ))}
        </Alert>
      )}
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="md">
            <Panel
              title={order.status === 'pending' ? 'To pack' : 'Items'}
              flush
              actions={<DocumentButtons chosen={[order.id]} />}
            >
              <LineTable lines={order.lines} currency={order.currency} />
            </Panel>
            <Panel title={order.parcels ? 'Parcels' : 'Parcel'}>
              <Parcel order={order} />
            </Panel>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="md">
            <ShipsTo order={order} />
            <Earnings order={order} />
            <OrderPapers order={order} />
            <EwayBills order={order} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

function ShipsTo({ order: { shippingAddress: to } }: { order: VendorOrder }) {
  return (
    <Panel title="Ships to">
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {[to.name, to.line1, to.line2, `${to.city} ${to.postalCode}`, countryName(to.country)]
          .filter(Boolean)
          .join('\n')}
      </Text>
      <Anchor size="sm" href={`tel:${to.phone}`}>
        {to.phone}
      </Anchor>
    </Panel>
  );
}

/** What the order brings before tax that is withheld; the ledger has the rest. */
function Earnings({ order }: { order: VendorOrder }) {
  const amount = (subunits: number) => money(subunits, order.currency);
  return (
    <Panel title="Amounts">
      <dl className="details tight">
        <Detail name="Items">{amount(order.subtotal)}</Detail>
        {order.discountTotal > 0 && <Detail name="Discounts">{amount(-order.discountTotal)}</Detail>}
        <Detail name="Shipping">{amount(order.shippingTotal)}</Detail>
        <Detail name={order.pricesIncludeTax ? 'Tax, in the prices' : 'Tax'}>{amount(order.taxTotal)}</Detail>
        <Detail name="Total">
          <b>{amount(order.total)}</b>
        </Detail>
        <Detail name={`Commission (${order.commissionBps / 100} %)`}>{amount(-order.commissionTotal)}</Detail>
      </dl>
    </Panel>
  );
}
