import { Stack, Text } from '@mantine/core';
import { money } from '../../lib/format.js';
import { type Order, type Refund, refundedPieces } from './order.js';
import { PieceInput } from './piece-input.js';

interface Props {
  order: Order;
  refunds: readonly Refund[];
  pieces: Record<string, number>;
  onChange: (pieces: Record<string, number>) => void;
}

/** The lines of an order, and of each how many pieces are left to refund. */
export function RefundLines({ order, refunds, pieces, onChange }: Props) {
  return (
    <Stack gap="md">
      {order.vendors.map((subOrder) => (
        <Stack key={subOrder.id} gap="xs">
          <Text size="xs" c="dimmed" fw={600}>
            {subOrder.vendorName}
          </Text>
          {subOrder.lines.map((line) => {
            const left = line.quantity - refundedPieces(line, refunds);
            const piece = line.quantity > 0 ? line.total / line.quantity : 0;
            return (
              <PieceInput
                key={line.id}
                line={line}
                left={left}
                hint={
                  left === 0
                    ? 'Refunded'
                    : `${left} of ${line.quantity} left, about ${money(Math.round(piece), order.currency)} each`
                }
                value={pieces[line.id]}
                onChange={(count) => onChange({ ...pieces, [line.id]: count })}
              />
            );
          })}
        </Stack>
      ))}
    </Stack>
  );
}
