import { ScrollArea, Table, Text } from '@mantine/core';
import { useDeclarations } from '../../lib/declarations.js';
import { money } from '../../lib/format.js';

export interface BulkResult {
  dryRun: boolean;
  changed: number;
  unchanged: number;
  failed: number;
  products: {
    productId: string;
    outcome: 'changed' | 'unchanged' | 'waiting' | 'failed';
    prices: { variantId: string; before: number | null; after: number | null }[];
    error: { message: string; errors: { path: string; message: string }[] } | null;
  }[];
}

/** What an act on several products does, or did, to each. */
export function BulkOutcome({ result, titleOf }: { result: BulkResult; titleOf: (id: string) => string }) {
  const { currency } = useDeclarations().store;
  const amount = (value: number | null) => (value === null ? '–' : money(value, currency));
  return (
    <>
      <Text size="sm" role="status">
        {result.changed} {result.dryRun ? 'would change' : 'changed'}
        {result.unchanged > 0 && `, ${result.unchanged} as before`}
        {result.failed > 0 && `, ${result.failed} refused`}
      </Text>
      <ScrollArea.Autosize mah={320}>
        <Table className="table" verticalSpacing={6}>
          <Table.Tbody>
            {result.products.map(({ productId, outcome, prices, error }) => (
              <Table.Tr key={productId}>
                <Table.Td>
                  <Text size="sm" className="clip">
                    {titleOf(productId)}
                  </Text>
                </Table.Td>
                <Table.Td ta="right">
                  {prices.slice(0, 4).map(({ variantId, before, after }) => (
                    <Text key={variantId} size="sm" className="nowrap">
                      {amount(before)} → {amount(after)}
                    </Text>
                  ))}
                  {prices.length > 4 && (
                    <Text size="xs" c="dimmed">
                      and {prices.length - 4} more variants
                    </Text>
                  )}
                  {error ? (
                    <Text size="sm" c="red">
                      {error.errors[0]
                        ? `${fieldOf(error.errors[0].path)} ${error.errors[0].message}`
                        : error.message}
                    </Text>
                  ) : (
                    prices.length === 0 && (
                      <Text size="sm" c="dimmed">
                        {outcomeText(outcome, result.dryRun)}
                      </Text>
                    )
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </>
  );
}

function outcomeText(outcome: BulkResult['products'][number]['outcome'], dryRun: boolean): string {
  if (outcome === 'unchanged') return 'as it is';
  if (outcome === 'waiting') return dryRun ? 'would wait for approval' : 'waits for approval';
  return dryRun ? 'would change' : 'changed';
}

/** `body.variants.0.specialPrice` is about the special price. */
function fieldOf(path: string): string {
  const last = path.split('.').at(-1) ?? path;
  return last === 'specialPrice' ? 'The special price' : last === 'percent' ? 'The change' : last;
}
