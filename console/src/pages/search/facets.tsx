import { Group, Stack, Text } from '@mantine/core';
import type { DataOf } from 'haat-client';
import { Panel } from '../../generic/panel.js';
import { useDeclarations } from '../../lib/declarations.js';
import { money, number } from '../../lib/format.js';

type Found = DataOf<'getStoreProductSearch'>;

const SHOWN = 8;

/** What a buyer can narrow the search by, with the counts. */
export function Facets({ found }: { found: Found }) {
  const { currency } = useDeclarations().store;
  const entries = (list: Found['brands']) =>
    list.map(({ name, productCount }) => [name, productCount] as const);
  const groups: [title: string, values: (readonly [string, number])[]][] = [
    ['Brand', entries(found.brands)],
    ['Category', entries(found.categories ?? [])],
    ...found.attributes.map(({ title, values }): [string, (readonly [string, number])[]] => [
      title,
      values.map(({ value, productCount }) => [value, productCount] as const),
    ]),
    [
      'Rating',
      found.ratings
        .filter(({ productCount }) => productCount > 0)
        .map(({ rating, productCount }) => [`${rating} and up`, productCount] as const),
    ],
  ];
  const filled = groups.filter(([, values]) => values.length > 0);
  return (
    <Panel title="Facets">
      <Stack gap="md">
        {found.price && (
          <Text size="sm">
            Prices from {money(found.price.min, currency)} to {money(found.price.max, currency)}
          </Text>
        )}
        {filled.length === 0 && (
          <Text size="sm" c="dimmed">
            Nothing to narrow by.
          </Text>
        )}
        {filled.map(([title, values]) => (
          <div key={title}>
            <Text size="sm" fw={650}>
              {title}
            </Text>
            {values.slice(0, SHOWN).map(([name, count]) => (
              <Group key={name} justify="space-between" wrap="nowrap">
                <Text size="sm" truncate>
                  {name}
                </Text>
                <Text size="sm" c="dimmed">
                  {number(count)}
                </Text>
              </Group>
            ))}
            {values.length > SHOWN && (
              <Text size="xs" c="dimmed">
                and {values.length - SHOWN} more
              </Text>
            )}
          </div>
        ))}
      </Stack>
    </Panel>
  );
}
