import { Card, Stack, Table, Title } from '@mantine/core';
import { resolve, type Schema } from '../lib/declarations.js';
import { label } from '../lib/format.js';
import { columnsOf } from './columns.js';
import type { Row } from './list-page.js';
import { Detail } from './panel.js';
import { Value } from './value.js';

interface Props {
  row: Row;
  schema: Schema;
  schemas: Record<string, Schema>;
}

/** The fields of a row: plain ones together, each group of fields and each list of rows in its own section. */
export function RowDetails({ row, schema, schemas }: Props) {
  const entries = Object.entries(
    schema.properties ?? Object.fromEntries(Object.keys(row).map((name) => [name, {}])),
  ).map(([name, own]) => [name, resolve(own, schemas).schema] as const);
  const isSection = ([name, own]: readonly [string, Schema]) =>
    (own.type === 'object' &&
      own.properties !== undefined &&
      row[name] !== null &&
      row[name] !== undefined) ||
    (own.type === 'array' &&
      resolve(own.items, schemas).schema.properties !== undefined &&
      Array.isArray(row[name]) &&
      row[name].length > 0);
  const plain = entries.filter((entry) => !isSection(entry));
  const sections = entries.filter(isSection);
  return (
    <Stack>
      {plain.length > 0 && (
        <Card withBorder padding="lg">
          <dl className="details">
            {plain.map(([name, own]) => (
              <Detail key={name} name={label(name)}>
                <Value value={row[name]} schema={own} name={name} row={row} />
              </Detail>
            ))}
          </dl>
        </Card>
      )}
      {sections.map(([name, own]) => (
        <section key={name}>
          <Title order={2} mb="xs">
            {label(name)}
          </Title>
          {own.type === 'array' ? (
            <Rows rows={row[name] as Row[]} item={own.items} schemas={schemas} />
          ) : (
            <RowDetails row={row[name] as Row} schema={own} schemas={schemas} />
          )}
        </section>
      ))}
    </Stack>
  );
}

function Rows({
  rows,
  item,
  schemas,
}: {
  rows: Row[];
  item: Schema | undefined;
  schemas: Record<string, Schema>;
}) {
  const { all, shown } = columnsOf(item, schemas, undefined);
  const columns = shown.flatMap((name) => all.find((column) => column.name === name) ?? []);
  return (
    <Card withBorder padding={0}>
      <div className="scroll">
        <Table className="table" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ name }) => (
                <Table.Th key={name}>{label(name)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              <Table.Tr key={String(row['id'] ?? index)}>
                {columns.map(({ name, schema }) => (
                  <Table.Td key={name}>
                    <Value value={row[name]} schema={schema} name={name} row={row} />
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
