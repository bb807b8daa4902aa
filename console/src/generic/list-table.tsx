import { Anchor, Button, Table, Text, UnstyledButton } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type OperationEntry, useDeclarations } from '../lib/declarations.js';
import { label } from '../lib/format.js';
import type { Column } from './columns.js';
import { readOf } from './match.js';
import type { Row } from './list-page.js';
import { sortOf, type useListQuery } from './list-query.js';
import { RowActions } from './row-actions.js';
import { Value } from './value.js';

interface Props {
  operation: OperationEntry;
  columns: Column[];
  rows: Row[];
  list: ReturnType<typeof useListQuery>;
  linkOf: (row: Row) => string | undefined;
  params: Record<string, string>;
  /** More of a row, shown below it. */
  more?: (row: Row) => ReactNode;
}

export function ListTable({ operation, columns, rows, list, linkOf, params, more }: Props) {
  const [shown, setShown] = useState<unknown>(null);
  const navigate = useNavigate();
  const declarations = useDeclarations();
  // A list whose rows have a page shows their acts there; one without shows them here.
  const actsHere = !readOf(declarations, operation);
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="Rows">
      <Table className="table" verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Heading key={column.name} operation={operation} column={column} list={list} />
            ))}
            {more && <Table.Th aria-label="More" />}
            {actsHere && <Table.Th aria-label="Acts" />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => {
            const to = linkOf(row);
            const key = String(row['id'] ?? index);
            return (
              <Fragment key={key}>
                <Table.Tr
                  data-link={to}
                  onClick={() => to && !window.getSelection()?.toString() && void navigate(to)}
                >
                  {columns.map(({ name, schema, title }, position) => (
                    <Table.Td
                      key={name}
                      ta={
                        schema['x-money'] || schema.type === 'integer' || schema.type === 'number'
                          ? 'right'
                          : undefined
                      }
                    >
                      {to && (title || (position === 0 && !columns.some((column) => column.title))) ? (
                        <Anchor
                          component={Link}
                          to={to}
                          size="sm"
                          fw={600}
                          onClick={(event) => event.stopPropagation()}
                          className={isShort(row[name]) ? 'nowrap' : 'clip'}
                        >
                          {typeof row[name] === 'string' && row[name] !== '' ? row[name] : '(unnamed)'}
                        </Anchor>
                      ) : title ? (
                        <Text size="sm" fw={600} className="clip">
                          {typeof row[name] === 'string' ? row[name] : '–'}
                        </Text>
                      ) : (
                        <Value value={row[name]} schema={schema} name={name} row={row} />
                      )}
                    </Table.Td>
                  ))}
                  {more && (
                    <Table.Td ta="right">
                      <Button
                        size="compact-sm"
                        variant="subtle"
                        aria-expanded={shown === key}
                        onClick={() => setShown(shown === key ? null : key)}
                      >
                        {shown === key ? 'Hide' : 'Show'}
                      </Button>
                    </Table.Td>
                  )}
                  {actsHere && (
                    <Table.Td ta="right">
                      <RowActions list={operation} row={row} params={params} compact />
                    </Table.Td>
                  )}
                </Table.Tr>
                {more && shown === key && (
                  <Table.Tr>
                    <Table.Td colSpan={columns.length + 1 + Number(actsHere)}>{more(row)}</Table.Td>
                  </Table.Tr>
                )}
              </Fragment>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** A number or a code is not broken over lines. */
const isShort = (value: unknown) => typeof value === 'string' && value.length <= 20 && !value.includes(' ');

function Heading({
  operation,
  column: { name, schema },
  list,
}: {
  operation: OperationEntry;
  column: Column;
  list: Props['list'];
}) {
  const shapes = operation.list?.sort;
  const { field, direction } = sortOf(operation, list.query);
  const right = schema['x-money'] || schema.type === 'integer' || schema.type === 'number';
  const text = label(name);
  const sortable =
    shapes !== undefined && (field === name || /At$|title|name|Total|amount|price/i.test(name));
  if (!sortable || !shapes) return <Table.Th ta={right ? 'right' : undefined}>{text}</Table.Th>;
  const next = field === name && direction === 'desc' ? 'asc' : 'desc';
  const change = () =>
    list.change(
      shapes.length === 2 ? { [shapes[0]]: name, [shapes[1]]: next } : { [shapes[0]]: `${name}:${next}` },
    );
  return (
    <Table.Th
      ta={right ? 'right' : undefined}
      aria-sort={field !== name ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
    >
      <UnstyledButton fz="xs" fw={600} onClick={change}>
        {text} {field === name ? (direction === 'asc' ? '↑' : '↓') : ''}
      </UnstyledButton>
    </Table.Th>
  );
}
