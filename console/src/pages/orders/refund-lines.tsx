import { Group, NumberInput, Stack, Text } from '@mantine/core';
import { money } from '../../lib/format.js';
import { type Order, type Refund, refundedPieces } from './order.js';

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
            const name = [line.title, line.variantTitle].filter(Boolean).join(', ');
            return (
              <Group key={line.id} justify="space-between" wrap="nowrap" align="center">
                <div style={{ minWidth: 0 }}>
                  <Text size="sm" className="clip">
                    {name}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {left === 0
                      ? 'Refunded'
                      : `${left} of ${line.quantity} left, about ${money(Math.round(piece), order.currency)} each`}
                  </Text>
                </div>
                <NumberInput
                  aria-label={`Pieces of ${name}`}
                  w={90}
                  min={0}
                  max={left}
                  clampBehavior="strict"
                  allowDecimal={false}
                  disabled={left === 0}
                  value={pieces[line.id] ?? 0}
                  onChange={(value) => onChange({ ...pieces, [line.id]: Number(value) || 0 })}
                />
              </Group>
            );
          })}
        </Stack>
      ))}
    </Stack>
  );
}
