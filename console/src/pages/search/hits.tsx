import { Anchor, Button, Table, Text } from '@mantine/core';
import type { DataOf } from 'haat-client';
import { Link } from 'react-router';
import { Panel } from '../../generic/panel.js';
import { State } from '../../generic/value.js';
import { useDeclarations } from '../../lib/declarations.js';
import { money, number } from '../../lib/format.js';

type Product = DataOf<'getStoreProductSearch'>['products'][number];

/** What a buyer sees, in its order. */
export function Hits({
  products,
  total,
  explain,
}: {
  products: readonly Product[];
  total: number;
  /** Left out where no text is searched for. */
  explain?: (product: Product) => void;
}) {
  const { currency } = useDeclarations().store;
  if (products.length === 0)
    return (
      <Panel title="No hits">
        <Text size="sm" c="dimmed">
          Products that are on sale are found by title, brand, category and the other words that they bear. A
          synonym leads words that buyers use to those of the vendors.
        </Text>
      </Panel>
    );
  const price = ({ priceStart, priceEnd }: Product) =>
    priceStart === null
      ? '–'
      : priceEnd === null || priceEnd === priceStart
        ? money(priceStart, currency)
        : `${money(priceStart, currency)} to ${money(priceEnd, currency)}`;
  return (
    <Panel title={total === 1 ? '1 hit' : `${number(total)} hits`} flush>
      <div className="scroll" tabIndex={0} role="region" aria-label="Hits">
        <Table className="table" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Product</Table.Th>
              <Table.Th>Brand</Table.Th>
              <Table.Th>Stock</Table.Th>
              <Table.Th ta="right">Price</Table.Th>
              {explain && <Table.Th aria-label="Why" />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {products.map((product) => (
              <Table.Tr key={product.id}>
                <Table.Td>
                  <Anchor component={Link} to={`/admin/products/${product.id}`} size="sm" className="clip">
                    {product.title}
                  </Anchor>
                </Table.Td>
                <Table.Td>{product.brand?.name ?? '–'}</Table.Td>
                <Table.Td>
                  <State text={product.inStock ? 'available' : 'sold out'} />
                </Table.Td>
                <Table.Td ta="right" className="nowrap">
                  {price(product)}
                </Table.Td>
                {explain && (
                  <Table.Td ta="right">
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      aria-label={`Why ${product.title} is here`}
                      onClick={() => explain(product)}
                    >
                      Why
                    </Button>
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Panel>
  );
}
