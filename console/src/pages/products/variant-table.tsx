import { Badge, Group, Stack, Table, Text } from '@mantine/core';
import { Panel } from '../../generic/panel.js';
import { State, Time } from '../../generic/value.js';
import { useDeclarations } from '../../lib/declarations.js';
import { label, money, number } from '../../lib/format.js';
import type { Product } from './product-page.js';

type Variant = Product['variants'][number];

/** Variants with price, stock and what each feed says of them. */
export function VariantTable({ variants }: { variants: readonly Variant[] }) {
  const { currency } = useDeclarations().store;
  return (
    <Panel title="Variants" flush>
      {variants.length === 0 && (
        <Text size="sm" c="dimmed" p="md" pt={0}>
          No variant yet.
        </Text>
      )}
      {variants.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label="Variants">
          <Table className="table" horizontalSpacing="md" verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>SKU</Table.Th>
                <Table.Th ta="right">Price</Table.Th>
                <Table.Th ta="right">Available</Table.Th>
                <Table.Th>Feeds</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {variants.map((variant) => (
                <Table.Tr key={variant.id}>
                  <Table.Td className="nowrap">
                    {variant.sku ?? '–'}{' '}
                    {variant.detached && (
                      <Badge
                        variant="light"
                        color="orange"
                        tt="none"
                        title="Its combination of options is gone"
                      >
                        Detached
                      </Badge>
                    )}
                  </Table.Td>
                  <Table.Td ta="right" className="nowrap">
                    {variant.price === null ? 'No price' : money(variant.price, currency)}
                  </Table.Td>
                  <Table.Td ta="right" className="nowrap">
                    {variant.unlimited ? 'Without limit' : number(variant.available)}
                  </Table.Td>
                  <Table.Td className="grow">
                    <Feeds feeds={variant.feeds} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Panel>
  );
}

function Feeds({ feeds }: { feeds: Variant['feeds'] }) {
  if (feeds.length === 0)
    return (
      <Text size="sm" c="dimmed">
        In none
      </Text>
    );
  return (
    <Stack gap={6}>
      {feeds.map(({ feed, target, status, lastError, lastPushedAt }) => (
        <div key={`${feed} ${target}`}>
          <Group gap="xs">
            <Text size="sm">
              {label(feed)}, {target}
            </Text>
            <State text={status} />
            {lastPushedAt && <Time instant={lastPushedAt} />}
          </Group>
          {lastError && (
            <Text size="xs" c="red">
              {lastError}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );
}
