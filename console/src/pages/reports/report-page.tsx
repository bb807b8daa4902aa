import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { useParams } from 'react-router';
import { BackLink } from '../../generic/back-link.js';
import { Figure } from '../../generic/figure.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { ExportButtons } from './export-buttons.js';
import { cellText } from './report-cell.js';
import { ReportChart } from './report-chart.js';
import { ReportFilters } from './report-filters.js';
import { useReportRange } from './report-range.js';
import { useReportSide } from './report-side.js';
import { ReportTable } from './report-table.js';

export type ReportMeta = DataOf<'getAdminReportsByKeyMeta'>;

/** A report: the span and filters, its figures, how they went, and the rows behind them. */
export function Page() {
  const { key = '' } = useParams();
  const side = useReportSide();
  const meta = useQuery({
    queryKey: [side.meta, key],
    queryFn: ({ signal }) => data(side.meta, { path: { key }, signal }),
    staleTime: Infinity,
  });
  if (meta.isLoadingError) return <ErrorView error={meta.error} retry={() => void meta.refetch()} />;
  if (meta.isPending) return <PageLoader />;
  return <ReportView key={key} report={meta.data} />;
}

function ReportView({ report }: { report: ReportMeta }) {
  const { query } = useReportRange();
  const side = useReportSide();
  const hasTrend = (report.trendSeries ?? []).length > 0;
  return (
    <Stack gap="md">
      <BackLink to={side.home} text="Reports" />
      <div>
        <Title order={1}>{report.title}</Title>
        <Text size="sm" c="dimmed">
          {report.description}
        </Text>
      </div>
      <ReportFilters report={report} />
      {(report.kpis ?? []).length > 0 && <Kpis report={report} query={query} />}
      {hasTrend && <ReportChart report={report} query={query} />}
      <ExportButtons report={report} query={query} />
      <ReportTable report={report} query={query} />
    </Stack>
  );
}

function Kpis({ report, query }: { report: ReportMeta; query: Record<string, string> }) {
  const { store } = useDeclarations();
  const side = useReportSide();
  const summary = useQuery({
    queryKey: [side.summary, report.key, query],
    queryFn: ({ signal }) => data(side.summary, { path: { key: report.key }, query, signal }),
    placeholderData: keepPreviousData,
  });
  if (summary.isLoadingError) return <ErrorView error={summary.error} retry={() => void summary.refetch()} />;
  if (!summary.data) return <PageLoader />;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {summary.data.kpis.map(({ key, label, type, value }) => (
        <Figure key={key} name={label} value={cellText(value, type, store)} />
      ))}
    </SimpleGrid>
  );
}
