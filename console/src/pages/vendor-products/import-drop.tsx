import { Alert, Button, Card, Checkbox, FileButton, Group, Stack, Table, Text } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { useAct } from '../../generic/use-act.js';
import { call } from '../../lib/api.js';
import { csvRecords } from '../../lib/csv-records.js';
import { number } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { meaningOf } from './import-columns.js';

interface Looked {
  file: File;
  headings: string[];
  first: string[];
}

/** Of a big file only its beginning is read here. */
const LOOK_BYTES = 256 * 1024;

async function look(file: File): Promise<Looked> {
  const [head, row] = csvRecords(await file.slice(0, LOOK_BYTES).text());
  return { file, headings: head?.cells ?? [], first: row?.cells ?? [] };
}

/** Drop a file: what its columns mean is shown before it starts. */
export function ImportDrop({ onStarted }: { onStarted: (importId: string, file: File) => void }) {
  const [looked, setLooked] = useState<Looked | null>(null);
  const [over, setOver] = useState(false);
  const [requestUnknown, setRequest] = useState(false);
  const { act, busy, error } = useAct();
  const take = (file: File | null | undefined) => {
    if (file) void look(file).then(setLooked);
  };

  function start({ file }: Looked): void {
    const form = new FormData();
    form.append('requestUnknown', String(requestUnknown));
    form.append('file', file);
    void act(
      () => call('postVendorProductsImport', { body: form as never }),
      ({ data }) => {
        onStarted(data.id, file);
        setLooked(null);
      },
    );
  }

  if (!looked)
    return (
      <Card
        withBorder
        padding="xl"
        style={{ borderStyle: 'dashed', background: over ? 'var(--mantine-color-default-hover)' : undefined }}
        onDragOver={(event: DragEvent) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event: DragEvent) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <Stack align="center" gap="xs">
          <Text size="sm">Drop a CSV file here, or</Text>
          <FileButton accept=".csv,text/csv" onChange={take}>
            {(props) => <Button {...props}>Choose a file</Button>}
          </FileButton>
        </Stack>
      </Card>
    );

  const unknown = looked.headings.filter((heading) => meaningOf(heading) === undefined);
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Text fw={600}>
          {looked.file.name}, {number(Math.ceil(looked.file.size / 1024))} kB
        </Text>
        <div className="scroll">
          <Table className="table">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Column</Table.Th>
                <Table.Th>Means</Table.Th>
                <Table.Th>First row</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {looked.headings.map((heading, index) => (
                <Table.Tr key={`${index} ${heading}`}>
                  <Table.Td>
                    <Text size="sm" fw={600}>
                      {heading}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c={meaningOf(heading) ? undefined : 'dimmed'}>
                      {meaningOf(heading) ?? 'Not read'}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" className="clip">
                      {looked.first[index]}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
        {unknown.length === looked.headings.length && (
          <Alert color="orange">
            None of the columns is known. The first line must have the headings, such as Handle, Title,
            Variant Price.
          </Alert>
        )}
        <Checkbox
          label="Request brands and categories that the marketplace does not have"
          checked={requestUnknown}
          onChange={(event) => setRequest(event.currentTarget.checked)}
        />
        {error !== null && <ErrorView error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setLooked(null)}>
            Another file
          </Button>
          <Button loading={busy} onClick={() => start(looked)}>
            Start the import
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
