import { Alert, Button, Card, FileButton, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type DataOf, pathOf } from 'haat-client';
import { useState } from 'react';
import { useAct } from '../../generic/use-act.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { money } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { RateDialog } from './rate-dialog.js';

export type HsnTable = DataOf<'getAdminTaxHsnRates'>;
export type HsnRate = HsnTable['rates'][number];

/** The GST of HSN codes by slab and day: what holds, what changes tonight, out and in as a file. */
export function Page() {
  const declarations = useDeclarations();
  const session = useSession();
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<HsnRate | 'new' | null>(null);
  const table = useQuery({
    queryKey: ['getAdminTaxHsnRates'],
    queryFn: ({ signal }) => data('getAdminTaxHsnRates', { signal }),
  });
  const { act, busy, error } = useAct();
  const put = declarations.index.operations.find(({ id }) => id === 'putAdminTaxHsnRates');
  const may = put !== undefined && mayCall(put, session);
  if (table.isLoadingError) return <ErrorView error={table.error} retry={() => void table.refetch()} />;
  if (table.isPending) return <PageLoader />;
  const { rates } = table.data;
  const shown = rates.filter(({ hsnPrefix, description }) =>
    `${hsnPrefix} ${description ?? ''}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const upload = (file: File | null) =>
    file &&
    void act(async () => {
      await data('putAdminTaxHsnRatesImport', { body: { csv: await file.text() } });
    }, `The rates of ${file.name} hold from now on`);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={1}>GST rates</Title>
          <Text c="dimmed" size="sm">
            By HSN code. The longest prefix that holds on the day counts, unless a product has its own rate.
          </Text>
        </div>
        <Group gap="xs">
          <Button component="a" variant="default" href={pathOf('getAdminTaxHsnRatesExport', {})}>
            Download
          </Button>
          {may && (
            <>
              <FileButton onChange={upload} accept=".csv,text/csv">
                {(props) => (
                  <Button {...props} variant="default" loading={busy}>
                    Replace by a file
                  </Button>
                )}
              </FileButton>
              <Button onClick={() => setEdited('new')}>Add a rate</Button>
            </>
          )}
        </Group>
      </Group>
      {error !== null && <ErrorView error={error} />}
      <Tonight />
      <TextInput
        label="Search by code or goods"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        maw={360}
      />
      <Card withBorder padding={0}>
        <div className="scroll" tabIndex={0} role="region" aria-label="Rates">
          <Table className="table" verticalSpacing="xs" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>HSN</Table.Th>
                <Table.Th>Goods</Table.Th>
                <Table.Th>Rate</Table.Th>
                <Table.Th>Holds</Table.Th>
                <Table.Th>Source</Table.Th>
                {may && <Table.Th aria-label="Change" />}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((rate) => (
                <Table.Tr key={`${rate.hsnPrefix} ${rate.validFrom}`}>
                  <Table.Td fw={600}>{rate.hsnPrefix}</Table.Td>
                  <Table.Td>{rate.description}</Table.Td>
                  <Table.Td>
                    <RateText rate={rate} />
                  </Table.Td>
                  <Table.Td className="nowrap">
                    from {rate.validFrom}
                    {rate.validUntil && ` until ${rate.validUntil}`}
                  </Table.Td>
                  <Table.Td>
                    <Text size="xs" c="dimmed">
                      {rate.source}
                    </Text>
                  </Table.Td>
                  {may && (
                    <Table.Td>
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Change ${rate.hsnPrefix}`}
                        onClick={() => setEdited(rate)}
                      >
                        Change
                      </Button>
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
        {shown.length === 0 && (
          <Text size="sm" c="dimmed" p="lg">
            {rates.length === 0
              ? 'There is no rate yet: the tax list of each vendor applies.'
              : 'No rate matches.'}
          </Text>
        )}
      </Card>
      {edited !== null && (
        <RateDialog
          table={table.data}
          reread={table.refetch}
          rate={edited === 'new' ? null : edited}
          close={() => setEdited(null)}
        />
      )}
    </Stack>
  );
}

function RateText({ rate }: { rate: HsnRate }) {
  const { store } = useDeclarations();
  const { gstRate, gstExempt, cessRate, slabLimit, slabUnit, gstRateAbove } = rate;
  if (gstExempt) return 'Exempt';
  const cess = cessRate ? ` and ${cessRate} % cess` : '';
  if (slabLimit === null) return `${gstRate === 0 ? 'Nil' : `${gstRate} %`}${cess}`;
  return `${gstRate} % up to ${money(slabLimit, store.currency)} a ${slabUnit}, ${gstRateAbove} % above${cess}`;
}

/** What changes with the next midnight in India. */
function Tonight() {
  const changes = useQuery({
    queryKey: ['getAdminTaxHsnRatesChanges'],
    queryFn: ({ signal }) => data('getAdminTaxHsnRatesChanges', { signal }),
  });
  if (!changes.data) return null;
  const { day, changes: rows } = changes.data;
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing changes tonight, with {day}.
      </Text>
    );
  return (
    <Alert color="yellow" title={`Changes tonight, with ${day}`}>
      <Stack gap={4}>
        {rows.map(({ hsnPrefix, before, after, variants }) => (
          <Text size="sm" key={hsnPrefix}>
            <b>{hsnPrefix}</b>: {before ? <RateText rate={before} /> : 'no rate'} becomes{' '}
            {after ? <RateText rate={after} /> : 'no rate'}; {variants.toLocaleString('en')}{' '}
            {variants === 1 ? 'variant goes' : 'variants go'} by it.
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}
