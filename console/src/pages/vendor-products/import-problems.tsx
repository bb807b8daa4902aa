import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pathOf } from 'haat-client';
import { useState } from 'react';
import { client } from '../../lib/api.js';
import { csvRecords } from '../../lib/csv-records.js';
import { saveFile } from '../../lib/save-file.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import type { Import } from './imports-page.js';

/** As many as somebody reads on a page; the file has them all. */
const SHOWN = 100;

/** Each row that did not go in, or went in with something left out: its number, the column and the reason. */
export function ImportProblems({ item, file }: { item: Import; file: File | undefined }) {
  const [open, setOpen] = useState(item.failed > 0);
  const path = { productImportId: item.id };
  const problems = useQuery({
    queryKey: ['getVendorProductImportsByProductImportIdErrors', item.id],
    queryFn: async ({ signal }) => {
      const { blob } = await client.file('getVendorProductImportsByProductImportIdErrors', { path, signal });
      return csvRecords(await blob.text()).map(({ cells }) => cells);
    },
    enabled: open,
    staleTime: Infinity,
  });
  const [head = [], ...rows] = problems.data ?? [];
  const at = (name: RegExp) => head.findIndex((heading) => name.test(heading));
  const columns = [at(/row/i), at(/handle/i), at(/column/i), at(/reason|problem/i)];

  /** The rows as they stood in the file, to be corrected and imported again. */
  async function saveBadRows(source: File): Promise<void> {
    const records = csvRecords(await source.text());
    const bad = new Set(rows.map((row) => Number(row[columns[0] ?? 0])));
    const lines = records.filter((_, index) => index === 0 || bad.has(index + 1)).map(({ text }) => text);
    const blob = new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' });
    saveFile({ blob, name: `bad rows of ${item.fileName}` }, 'bad-rows.csv');
  }

  return (
    <Stack gap="xs" mt="sm">
      <Group gap="xs">
        <Button size="compact-sm" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide the problems' : `Show ${item.issues} problems`}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          component="a"
          href={pathOf('getVendorProductImportsByProductImportIdErrors', path)}
        >
          Download the problems
        </Button>
        {file && open && rows.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => void saveBadRows(file)}>
            Download the bad rows
          </Button>
        )}
      </Group>
      {open && problems.error && <ErrorView error={problems.error} retry={() => void problems.refetch()} />}
      {open && problems.isPending && <PageLoader />}
      {open && rows.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label="Problems">
          <Table className="table" miw={480}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Row</Table.Th>
                <Table.Th>Product</Table.Th>
                <Table.Th>Column</Table.Th>
                <Table.Th>Reason</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.slice(0, SHOWN).map((row, index) => (
                <Table.Tr key={index}>
                  {columns.map((column, place) => (
                    <Table.Td key={place}>
                      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                        {row[column]}
                      </Text>
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {open && rows.length > SHOWN && (
        <Text size="sm" c="dimmed">
          And {rows.length - SHOWN} more, which the file has.
        </Text>
      )}
    </Stack>
  );
}
