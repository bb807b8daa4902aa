import { Button, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pathOf } from 'haat-client';
import { useSearchParams } from 'react-router';
import { Figure } from '../../generic/figure.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { dayOf, money } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

/** The supplies of a month, for the GST return of the shop. */
export function Page() {
  const { store } = useDeclarations();
  const [search, setSearch] = useSearchParams();
  const month = search.get('month') ?? dayOf(Date.now(), store).slice(0, 7);
  const report = useQuery({
    queryKey: ['getVendorGstReturnsByMonth', month],
    queryFn: ({ signal }) => data('getVendorGstReturnsByMonth', { path: { month }, signal }),
  });
  const amount = (subunits: number) => money(subunits, store.currency);
  return (
    <Stack gap="md">
      <Title order={1}>Tax report</Title>
      <Group align="flex-end">
        <TextInput
          type="month"
          label="Month"
          value={month}
          onChange={(event) => setSearch({ month: event.currentTarget.value })}
        />
        <Button component="a" variant="default" href={pathOf('getVendorGstReturnsByMonthExport', { month })}>
          Download for the return
        </Button>
        <Button
          component="a"
          variant="default"
          href={`${pathOf('getVendorGstReturnsByMonthExport', { month })}?format=gstn`}
        >
          JSON of the GST network
        </Button>
      </Group>
      {report.error ? (
        <ErrorView error={report.error} />
      ) : report.isPending ? (
        <PageLoader />
      ) : (
        <>
          <SimpleGrid cols={{ base: 2, md: 4 }}>
            <Figure name="Taxable value" value={amount(report.data.totals.taxableValue)} />
            <Figure name="IGST" value={amount(report.data.totals.igst)} />
            <Figure name="CGST" value={amount(report.data.totals.cgst)} />
            <Figure name="SGST" value={amount(report.data.totals.sgst)} />
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            {report.data.b2b.length} invoices to businesses,{' '}
            {report.data.cdnr.length + report.data.cdnur.length} credit notes,{' '}
            {report.data.hsn.b2b.length + report.data.hsn.b2c.length} HSN codes. The GSTIN of the shop is{' '}
            {report.data.gstin ?? 'not set'}.
          </Text>
        </>
      )}
    </Stack>
  );
}
