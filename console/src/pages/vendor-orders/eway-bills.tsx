import { Alert, Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type DataOf, pathOf } from 'haat-client';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { Detail, Panel } from '../../generic/panel.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { dayInIndia, dayOf, label, money } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { part } from '../../shell/part.js';
import type { EwayProps } from './eway-dialog.js';
import type { VendorOrder } from './order-page.js';

export type Consignment = DataOf<'getVendorOrdersByOrderVendorIdEWayBills'>['consignments'][number];

const EwayDialog = part(() => import('./eway-dialog.js').then(({ EwayDialog }) => EwayDialog));

/** The e-way bills that an order needs, and what they lack; nothing for orders that need none. */
export function EwayBills({ order }: { order: VendorOrder }) {
  const path = { orderVendorId: order.id };
  const bills = useQuery({
    queryKey: ['getVendorOrdersByOrderVendorIdEWayBills', order.id, order.status, order.parcels?.length],
    queryFn: ({ signal }) => data('getVendorOrdersByOrderVendorIdEWayBills', { path, signal }),
  });
  const needed = bills.data?.consignments.filter(({ required }) => required) ?? [];
  if (!bills.data || needed.length === 0) return null;
  const limit = money(bills.data.limit, order.currency);
  return (
    <Panel title="E-way bill">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {`Goods worth more than ${limit} travel with an e-way bill. `}
          {bills.data.withinState &&
            'This order stays in your state, where another limit may hold: ask the store.'}
        </Text>
        {needed.map((consignment) => (
          <Bill key={consignment.parcelId ?? 'rest'} order={order} consignment={consignment} />
        ))}
      </Stack>
    </Panel>
  );
}

function Bill({ order, consignment }: { order: VendorOrder; consignment: Consignment }) {
  const { parcelId, number, value, missing, details } = consignment;
  const path = { orderVendorId: order.id };
  const title = number ? `Parcel ${number}` : parcelId ? 'The parcel' : 'Not sent yet';
  const isIssued = Boolean(details?.ewayBillNumber);
  return (
    <Stack gap="xs" component="section" aria-label={`E-way bill: ${title}`}>
      <Text size="sm" fw={600}>
        {title}: {money(value, order.currency)}
      </Text>
      {details && <Entered details={details} />}
      {missing.length > 0 && !isIssued && (
        <Alert color="orange" p="xs" title="Missing for the portal">
          <List size="sm">
            {missing.map((gap) => (
              <List.Item key={gap.message}>
                {gap.message} <GapLink order={order} gap={gap} />
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group gap="xs">
        <EditButton orderVendorId={order.id} title={`E-way bill: ${title}`} consignment={consignment} />
        <Button
          component="a"
          size="compact-sm"
          variant="default"
          href={`${pathOf('getVendorOrdersByOrderVendorIdEWayBillsDownload', path)}${number ? `?parcelId=${parcelId}` : ''}`}
        >
          Download for the portal
        </Button>
      </Group>
    </Stack>
  );
}

function Entered({ details }: { details: NonNullable<Consignment['details']> }) {
  const { ewayBillNumber, generatedOn, validUntil, transportMode, vehicleNumber, vehicleType } = details;
  const { transporterId, transporterName, documentNumber, documentOn, distanceKm } = details;
  const isOver = validUntil !== null && validUntil < dayOf(Date.now(), { timeZone: 'Asia/Kolkata' });
  const isOversized = vehicleType === 'over_dimensional' && vehicleNumber;
  const rows: [string, string | null][] = [
    ['E-way bill', ewayBillNumber?.replace(/(\d{4})(?=\d)/g, '$1 ') ?? null],
    ['Generated', generatedOn && dayInIndia(generatedOn)],
    ['Valid until', validUntil && `${dayInIndia(validUntil)}${isOver ? ' (over)' : ''}`],
    [
      'Transport',
      [label(transportMode), vehicleNumber, isOversized && 'over-dimensional'].filter(Boolean).join(' · '),
    ],
    ['Transporter', [transporterName, transporterId].filter(Boolean).join(' · ') || null],
    [
      'Document',
      documentNumber && [documentNumber, documentOn && dayInIndia(documentOn)].filter(Boolean).join(' · '),
    ],
    ['Distance', distanceKm === null ? null : `${distanceKm} km`],
  ];
  return (
    <dl className="details tight">
      {rows.map(([name, text]) => text && <Detail key={name} name={name} children={text} />)}
    </dl>
  );
}

function EditButton(props: EwayProps) {
  const [open, setOpen] = useState(false);
  const declaration = useDeclarations().get('putVendorOrdersByOrderVendorIdEWayBills');
  if (!mayCall(declaration, useSession())) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant={props.consignment.details ? 'default' : 'filled'}
        onClick={() => setOpen(true)}
      >
        {props.consignment.details ? 'Edit the details' : 'Enter the details'}
      </Button>
      {open && (
        <Suspense>
          <EwayDialog {...props} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface Gap {
  field: string;
  message: string;
}

/** Where the vendor can enter what is missing; nothing for what another person or the portal enters. */
function GapLink({ order, gap: { field, message } }: { order: VendorOrder; gap: Gap }) {
  const line = field === 'hsnCode' && order.lines.find(({ title }) => message.startsWith(`${title} has `));
  const to = line
    ? `/vendor/products/${line.productId}`
    : field === 'gstin' || field === 'seller.postalCode'
      ? '/vendor/profile'
      : null;
  if (!to) return null;
  return (
    <Anchor component={Link} to={to} size="sm" c="inherit" underline="always">
      {line ? 'Open the product' : 'Open the profile'}
    </Anchor>
  );
}
