import { Card, Checkbox, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Selection } from './use-selection.js';

export interface PickedColumn<Row> {
  name: string;
  title: string;
  right?: boolean;
  cell: (row: Row) => ReactNode;
}

interface Props<Row> {
  label: string;
  rows: readonly Row[];
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  columns: readonly PickedColumn<Row>[];
  /** Without it rows cannot be ticked. */
  selection?: Selection;
  dimmed?: boolean;
}

/** A table of a page made by hand, whose rows can be ticked for an act on several. */
export function PickedTable<Row>({
  label,
  rows,
  idOf,
  nameOf,
  columns,
  selection,
  dimmed = false,
}: Props<Row>) {
  return (
    <Card withBorder padding={0} style={{ opacity: dimmed ? 0.6 : 1 }}>
      <div className="scroll" tabIndex={0} role="region" aria-label={label}>
        <Table className="table" verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              {selection && (
                <Table.Th w={40}>
                  <Checkbox
                    size="xs"
                    aria-label="Tick all"
                    checked={selection.all}
                    indeterminate={selection.some && !selection.all}
                    onChange={selection.toggleAll}
                  />
                </Table.Th>
              )}
              {columns.map(({ name, title, right }) => (
                <Table.Th key={name} ta={right ? 'right' : undefined}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={idOf(row)}>
                {selection && (
                  <Table.Td>
                    <Checkbox
                      size="xs"
                      aria-label={`Tick ${nameOf(row)}`}
                      checked={selection.has(idOf(row))}
                      onChange={() => selection.toggle(idOf(row))}
                    />
                  </Table.Td>
                )}
                {columns.map(({ name, right, cell }) => (
                  <Table.Td key={name} ta={right ? 'right' : undefined}>
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Card>
  );
}
