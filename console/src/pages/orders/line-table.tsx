import { Table, Text } from '@mantine/core';
import { Fragment } from 'react';
import { money } from '../../lib/format.js';
import type { Line } from './order.js';

/** The lines of a sub-order. On phones the item stands in a row above its figures, which leave it no room beside them. */
export function LineTable({ lines, currency }: { lines: readonly Line[]; currency: string }) {
  // A column of dashes takes the room that large amounts need.
  const hasDiscounts = lines.some(({ discountTotal }) => discountTotal !== 0);
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="Lines">
      <Table className="table stacked" horizontalSpacing="md" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="item-cell">Item</Table.Th>
            <Table.Th ta="right">Price</Table.Th>
            <Table.Th ta="right">Pieces</Table.Th>
            {hasDiscounts && <Table.Th ta="right">Discount</Table.Th>}
            <Table.Th ta="right">Tax</Table.Th>
            <Table.Th ta="right">Total</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Fragment key={line.id}>
              <Table.Tr className="item-row">
                <Table.Td colSpan={hasDiscounts ? 5 : 4}>
                  <Item line={line} />
                </Table.Td>
              </Table.Tr>
              <Table.Tr>
                <Table.Td className="grow item-cell">
                  <Item line={line} />
                </Table.Td>
                <Table.Td ta="right" className="nowrap">
                  {money(line.unitPrice, currency)}
                </Table.Td>
                <Table.Td ta="right">{line.quantity}</Table.Td>
                {hasDiscounts && (
                  <Table.Td ta="right" className="nowrap">
                    {line.discountTotal === 0 ? '–' : money(-line.discountTotal, currency)}
                  </Table.Td>
                )}
                <Table.Td ta="right" className="nowrap">
                  {line.taxTotal === 0 ? '–' : money(line.taxTotal, currency)}
                </Table.Td>
                <Table.Td ta="right" className="nowrap">
                  {money(line.total, currency)}
                </Table.Td>
              </Table.Tr>
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Item({ line }: { line: Line }) {
  const { sentQuantity = 0 } = line;
  return (
    <>
      <Text size="sm" fw={600} className="clip">
        {line.title}
      </Text>
      <Text size="xs" c="dimmed">
        {[line.variantTitle, line.sku].filter(Boolean).join(' · ')}
      </Text>
      {sentQuantity > 0 && sentQuantity < line.quantity && (
        <Text size="xs" c="dimmed">
          {sentQuantity} of {line.quantity} sent
        </Text>
      )}
      {line.returnedQuantity > 0 && (
        <Text size="xs" c="orange">
          {line.returnedQuantity} came back
        </Text>
      )}
    </>
  );
}
