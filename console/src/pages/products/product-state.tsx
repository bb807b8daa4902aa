import { Alert, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Detail, Panel } from '../../generic/panel.js';
import { State, Time } from '../../generic/value.js';
import { useDeclarations } from '../../lib/declarations.js';
import { money } from '../../lib/format.js';
import type { Product } from './product-page.js';

/** Whether buyers can buy the product; each reason why not. */
export function SaleState({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0)
    return (
      <Alert color="teal" variant="light" title="For sale">
        Buyers can find and buy it.
      </Alert>
    );
  return (
    <Alert color="orange" variant="light" title="Not for sale">
      <List size="sm">
        {reasons.map((reason) => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** What the search knows of the product. */
export function SearchState({ search }: { search: Product['search'] }) {
  return (
    <Panel title="Search">
      {search === null ? (
        <Text size="sm" c="dimmed">
          It was never indexed: products are, once they are for sale.
        </Text>
      ) : (
        <dl className="details tight">
          <Detail name="State">
            <State
              text={
                search.lastError
                  ? 'failed'
                  : search.pending
                    ? 'pending'
                    : search.listed
                      ? 'listed'
                      : 'not listed'
              }
            />{' '}
          </Detail>
          <Detail name="Indexed">{search.indexedAt ? <Time instant={search.indexedAt} /> : '–'}</Detail>
          {search.lastError && <Detail name="Last error">{search.lastError}</Detail>}
        </dl>
      )}
    </Panel>
  );
}

export function ProductDetails({ product }: { product: Product }) {
  const { currency } = useDeclarations().store;
  const { priceStart, priceEnd, publishedAt, deletedAt } = product;
  const details: [name: string, value: ReactNode][] = [
    ['Price', priceRange(priceStart, priceEnd, currency)],
    ['Address in the shop', product.slug],
    ['Published', publishedAt ? <Time key="published" instant={publishedAt} /> : 'No'],
    ['Created', <Time key="created" instant={product.createdAt} />],
    ['Updated', <Time key="updated" instant={product.updatedAt} />],
    ...(deletedAt ? [['Deleted', <Time key="deleted" instant={deletedAt} />] as [string, ReactNode]] : []),
  ];
  return (
    <Panel title="Details">
      <dl className="details tight">
        {details.map(([name, value]) => (
          <Detail key={name} name={name}>
            {value}
          </Detail>
        ))}
      </dl>
    </Panel>
  );
}

function priceRange(start: number | null, end: number | null, currency: string): string {
  if (start === null) return 'None';
  if (end === null || end === start) return money(start, currency);
  return `${money(start, currency)} to ${money(end, currency)}`;
}
