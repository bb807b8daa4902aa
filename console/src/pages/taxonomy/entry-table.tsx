import { Anchor, Card, Group, Image, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { moveByKeys, OrderButtons } from '../../generic/order-buttons.js';
import { pictureUrl } from '../../generic/picture-url.js';
import { State } from '../../generic/value.js';
import { number } from '../../lib/format.js';
import type { Entry, Taxonomy } from './taxonomies.js';
import type { Branch } from './tree.js';

/** Entries with who uses them, and their order. */
export function EntryTable({
  taxonomy,
  branches,
  move,
}: {
  taxonomy: Taxonomy;
  branches: readonly Branch[];
  move?: (siblings: readonly Entry[], from: number, to: number) => void;
}) {
  return (
    <Card withBorder padding={0}>
      <div className="scroll" tabIndex={0} role="region" aria-label={taxonomy.title}>
        <Table className="table" horizontalSpacing="md" verticalSpacing="xs" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Title</Table.Th>
              {move && <Table.Th>Order</Table.Th>}
              <Table.Th ta="right">Products</Table.Th>
              <Table.Th ta="right">Banners</Table.Th>
              <Table.Th>Slug</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {branches.map(({ entry, level, index, siblings }) => (
              <Table.Tr
                key={entry.id}
                onKeyDown={move && moveByKeys(index, siblings.length, (from, to) => move(siblings, from, to))}
              >
                <Table.Td>
                  <Group gap="sm" wrap="nowrap" pl={Math.min(level, 6) * 20}>
                    {entry.image && (
                      <Image src={pictureUrl(entry.image)} alt="" w={28} h={28} radius="sm" fit="cover" />
                    )}
                    <Anchor
                      component={Link}
                      to={`/admin/${taxonomy.kind}/${entry.id}`}
                      size="sm"
                      fw={600}
                      className="clip"
                    >
                      {entry.title}
                    </Anchor>
                    {entry.deletedAt && <State text="deleted" />}
                  </Group>
                </Table.Td>
                {move && (
                  <Table.Td>
                    <OrderButtons
                      name={entry.title}
                      index={index}
                      count={siblings.length}
                      move={(from, to) => move(siblings, from, to)}
                    />
                  </Table.Td>
                )}
                <Table.Td ta="right">
                  <Text size="sm">{number(entry.productCount)}</Text>
                </Table.Td>
                <Table.Td ta="right">
                  {entry.bannerCount === 0 ? (
                    <Text size="sm">0</Text>
                  ) : (
                    <Anchor
                      component={Link}
                      to={`/admin/banners?entityType=${taxonomy.singular}&entityId=${entry.id}`}
                      size="sm"
                    >
                      {number(entry.bannerCount)}
                    </Anchor>
                  )}
                </Table.Td>
                <Table.Td>
                  <Text size="sm" c="dimmed" className="nowrap">
                    {entry.slug}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Card>
  );
}
