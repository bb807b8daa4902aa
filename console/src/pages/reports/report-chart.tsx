import { Card, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { dayOf } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { cellText } from './report-cell.js';
import type { ReportMeta } from './report-page.js';
import { useReportSide } from './report-side.js';

/** A chunk by itself. Where a browser cannot run it, the table has the figures. */
const LineChart = lazy(() =>
  import('../../generic/line-chart.js')
    .then((module) => ({ default: module.LineChart }))
    .catch(() => ({ default: () => <></> })),
);

/** One series of a report over time, with its figures as a table below. */
export function ReportChart({ report, query }: { report: ReportMeta; query: Record<string, string> }) {
  const { store } = useDeclarations();
  const side = useReportSide();
  const series = report.trendSeries ?? [];
  const [shown, setShown] = useState(series[0]?.key ?? '');
  const trend = useQuery({
    queryKey: [side.trend, report.key, query],
    queryFn: ({ signal }) => data(side.trend, { path: { key: report.key }, query, signal }),
    placeholderData: keepPreviousData,
  });
  if (trend.isLoadingError) return <ErrorView error={trend.error} retry={() => void trend.refetch()} />;
  if (!trend.data) return null;
  const { points, granularity } = trend.data;
  const current = series.find(({ key }) => key === shown);
  if (points.length === 0 || !current) return null;
  const length = granularity === 'month' ? 7 : 10;
  return (
    <Card withBorder padding="lg">
      <Stack gap="sm">
        {series.length > 1 && (
          <SegmentedControl
            aria-label="Series"
            size="xs"
            style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
            data={series.map(({ key, label }) => ({ value: key, label }))}
            value={shown}
            onChange={setShown}
          />
        )}
        <Suspense fallback={<div style={{ height: 260 }} />}>
          <LineChart
            name={current.label}
            points={points.map((point) => ({
              at: String(point['bucket']),
              value: Number(point[current.key] ?? 0),
            }))}
            format={(value) => cellText(value, current.type, store)}
            day={(ms) => dayOf(ms, store)}
          />
        </Suspense>
        <details>
          <summary>
            <Text span size="sm" c="dimmed">
              The figures as a table
            </Text>
          </summary>
          <div className="scroll">
            <Table className="table">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{granularity === 'month' ? 'Month' : 'Day'}</Table.Th>
                  {series.map(({ key, label }) => (
                    <Table.Th key={key} ta="right">
                      {label}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {points.map((point) => (
                  <Table.Tr key={String(point['bucket'])}>
                    <Table.Td>{dayOf(String(point['bucket']), store).slice(0, length)}</Table.Td>
                    {series.map(({ key, type }) => (
                      <Table.Td key={key} ta="right">
                        {cellText(point[key], type, store)}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        </details>
      </Stack>
    </Card>
  );
}
