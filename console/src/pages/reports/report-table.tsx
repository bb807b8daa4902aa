import { Card, Group, Pagination, Select, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { controlName } from '../../generic/paging.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { isRight } from './report-cell.js';
import type { ReportMeta } from './report-page.js';
import { ReportRows } from './report-rows.js';
import { useReportSide } from './report-side.js';

const sizes = ['50', '100', '500'];

/** The rows of a report, in the columns that it declares. */
export function ReportTable({ report, query }: { report: ReportMeta; query: Record<string, string> }) {
  const { store } = useDeclarations();
  const side = useReportSide();
  const [params, setParams] = useSearchParams();
  const page = Number(params.get('page') ?? 1);
  const wanted = params.get('limit') ?? '';
  const limit = Number(sizes.includes(wanted) ? wanted : sizes[0]);
  const asked = { ...query, limit, offset: (page - 1) * limit };
  const change = (values: Record<string, string>) =>
    setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), ...values }));
  const rows = useQuery({
    queryKey: [side.rows, report.key, asked],
    queryFn: ({ signal }) => call(side.rows, { path: { key: report.key }, query: asked, signal }),
    placeholderData: keepPreviousData,
  });
  if (rows.isLoadingError) return <ErrorView error={rows.error} retry={() => void rows.refetch()} />;
  if (rows.isPending) return <PageLoader />;
  const { data, metadata } = rows.data;
  if (data.length === 0)
    return (
      <Text size="sm" c="dimmed" ta="center" py="xl">
        No rows in this span. A longer one, or fewer filters, may have some.
      </Text>
    );
  return (
    <>
      <Card withBorder padding={0}>
        <div className="scroll" tabIndex={0} role="region" aria-label="Rows of the report">
          <Table className="table" horizontalSpacing="md" highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                {report.columns.map(({ key, label, type }) => (
                  <Table.Th key={key} ta={isRight(type) ? 'right' : undefined}>
                    {label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              <ReportRows key={rows.dataUpdatedAt} report={report} rows={data} store={store} />
            </Table.Tbody>
          </Table>
        </div>
      </Card>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {metadata.total.toLocaleString('en')} rows
        </Text>
        <Group gap="xs">
          <Select
            size="xs"
            w={90}
            aria-label="Rows of a page"
            data={sizes}
            value={String(limit)}
            allowDeselect={false}
            onChange={(value) => change({ limit: value ?? '', page: '1' })}
          />
          {metadata.total > limit && (
            <Pagination
              getControlProps={controlName}
              size="sm"
              total={Math.ceil(metadata.total / limit)}
              value={page}
              onChange={(next) => change({ page: String(next) })}
            />
          )}
        </Group>
      </Group>
    </>
  );
}
