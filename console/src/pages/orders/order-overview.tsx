import { Grid, Stack } from '@mantine/core';
import { Slots } from '../../generic/slots.js';
import { NotesPanel } from '../notes/notes-panel.js';
import type { Order } from './order.js';
import { OrderSide } from './order-side.js';
import { SubOrderPanel } from './sub-order-panel.js';

/** What was bought from which vendor, and beside it amounts, buyer and payments. */
export function OrderOverview({ order }: { order: Order }) {
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack gap="md">
          {order.vendors.map((subOrder) => (
            <SubOrderPanel key={subOrder.id} order={order} subOrder={subOrder} />
          ))}
          <NotesPanel entity="order" id={order.id} />
          <Slots on="order" id={order.id} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <OrderSide order={order} />
      </Grid.Col>
    </Grid>
  );
}
