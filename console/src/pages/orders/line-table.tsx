import { Table, Text } from '@mantine/core';
import { money } from '../../lib/format.js';
import type { Line } from './order.js';

export function LineTable({ lines, currency }: { lines: readonly Line[]; currency: string }) {
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="Lines">
      <Table className="table" horizontalSpacing="md" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Item</Table.Th>
            <Table.Th ta="right">Price</Table.Th>
            <Table.Th ta="right">Pieces</Table.Th>
            <Table.Th ta="right">Discount</Table.Th>
            <Table.Th ta="right">Tax</Table.Th>
            <Table.Th ta="right">Total</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td className="grow">
                <Text size="sm" fw={600} className="clip">
                  {line.title}
                </Text>
                <Text size="xs" c="dimmed">
                  {[line.variantTitle, line.sku].filter(Boolean).join(' · ')}
                </Text>
                {line.returnedQuantity > 0 && (
                  <Text size="xs" c="orange">
                    {line.returnedQuantity} came back
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="right" className="nowrap">
                {money(line.unitPrice, currency)}
              </Table.Td>
              <Table.Td ta="right">{line.quantity}</Table.Td>
              <Table.Td ta="right" className="nowrap">
                {line.discountTotal === 0 ? '–' : money(-line.discountTotal, currency)}
              </Table.Td>
              <Table.Td ta="right" className="nowrap">
                {line.taxTotal === 0 ? '–' : money(line.taxTotal, currency)}
              </Table.Td>
              <Table.Td ta="right" className="nowrap">
                {money(line.total, currency)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
