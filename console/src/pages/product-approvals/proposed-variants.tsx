import { Table, Text } from '@mantine/core';
import { Panel } from '../../generic/panel.js';
import { useDeclarations } from '../../lib/declarations.js';
import { money } from '../../lib/format.js';
import type { ApprovalDetail } from './approval.js';

type Proposed = ApprovalDetail['proposed'];

/** Prices of what was submitted, which never wait: they say what is being sold. */
export function ProposedVariants({ variants, options }: Pick<Proposed, 'variants' | 'options'>) {
  const { currency } = useDeclarations().store;
  const values = new Map(options.flatMap((option) => option.values.map(({ id, value }) => [id, value])));
  const nameOf = (ids: readonly string[]) =>
    ids
      .map((id) => values.get(id) ?? '')
      .filter(Boolean)
      .join(' / ');
  const shown = variants.filter(({ deletedAt }) => deletedAt === null);
  return (
    <Panel title={`Variants and prices (${shown.length})`} flush>
      <Text size="sm" c="dimmed" px="md" pb="sm">
        Prices never wait: these are the ones of the last submission.
      </Text>
      <div className="scroll" tabIndex={0} role="region" aria-label="Variants and prices">
        <Table className="table" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Variant</Table.Th>
              <Table.Th>SKU</Table.Th>
              <Table.Th ta="right">Price</Table.Th>
              <Table.Th ta="right">Special price</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ id, optionValueIds, sku, price, specialPrice }) => (
              <Table.Tr key={id}>
                <Table.Td>{nameOf(optionValueIds) || 'Without options'}</Table.Td>
                <Table.Td>{sku ?? '–'}</Table.Td>
                <Table.Td ta="right" className="nowrap">
                  {price === null ? '–' : money(price, currency)}
                </Table.Td>
                <Table.Td ta="right" className="nowrap">
                  {specialPrice === null ? '–' : money(specialPrice, currency)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Panel>
  );
}
