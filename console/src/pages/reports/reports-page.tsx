import { Anchor, Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { data } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { Exports } from './exports.js';
import { useReportSide } from './report-side.js';

const tabs = [
  { value: 'reports', label: 'Reports' },
  { value: 'exports', label: 'Exports' },
];

/** Reports, and the files that were made of them. */
export function Page() {
  const tab = useAddressTab(tabs);
  return (
    <Stack gap="md">
      <Title order={1}>Reports</Title>
      <AddressTabs tabs={tabs} name="Reports and exports" />
      {tab === 'exports' ? <Exports /> : <Reports />}
    </Stack>
  );
}

function Reports() {
  const side = useReportSide();
  const reports = useQuery({
    queryKey: [side.list],
    queryFn: ({ signal }) => data(side.list, { signal }),
    staleTime: Infinity,
  });
  if (reports.isLoadingError) return <ErrorView error={reports.error} retry={() => void reports.refetch()} />;
  if (reports.isPending) return <PageLoader />;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {reports.data.map(({ key, title, description }) => (
        <Card key={key} withBorder padding="lg">
          <Anchor component={Link} to={`${side.home}/${key}`} fw={650}>
            {title}
          </Anchor>
          <Text size="sm" c="dimmed" mt={4}>
            {description}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}
