import { Anchor, Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { data } from '../../lib/api.js';
import { ago } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

const tabs = [
  { value: 'all', label: 'All' },
  { value: 'problems', label: 'Failures by rule' },
  { value: 'credit-notes', label: 'Credit notes' },
];

/** Tax invoices of all vendors: what was issued, and what stands in the way of the others. */
export function Page() {
  const tab = useAddressTab(tabs);
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>Invoices</Title>
        <Text c="dimmed" size="sm">
          Search by serial number or order number.
        </Text>
      </div>
      <AddressTabs tabs={tabs} name="Which documents" />
      {tab === 'all' && (
        <EmbeddedList
          operation="getAdminInvoices"
          tools
          columns={['invoiceNumber', 'orderNumber', 'vendorName', 'status', 'total', 'problem', 'issuedAt']}
        />
      )}
      {tab === 'problems' && <Problems />}
      {tab === 'credit-notes' && <EmbeddedList operation="getAdminCreditNotes" tools />}
    </Stack>
  );
}

/** Each rule that keeps invoices from being issued, with how many: one correction often helps all of them. */
function Problems() {
  const problems = useQuery({
    queryKey: ['getAdminInvoicesProblems'],
    queryFn: ({ signal }) => data('getAdminInvoicesProblems', { signal }),
  });
  if (problems.isLoadingError)
    return <ErrorView error={problems.error} retry={() => void problems.refetch()} />;
  if (problems.isPending) return <PageLoader />;
  return (
    <Card withBorder padding={0}>
      {problems.data.length === 0 && (
        <Text size="sm" c="dimmed" p="lg">
          Nothing stands in the way of an invoice. A rule that one breaks appears here.
        </Text>
      )}
      {problems.data.map(({ kind, problem, count, oldest }) => (
        <Group key={`${kind} ${problem}`} p="md" wrap="nowrap" align="flex-start" className="line">
          <Badge color="red" variant="light" size="lg" miw={44} style={{ flexShrink: 0 }}>
            {count.toLocaleString('en')}
          </Badge>
          <Stack gap={2} style={{ minWidth: 0 }}>
            <Anchor
              component={Link}
              size="sm"
              fw={600}
              style={{ overflowWrap: 'anywhere' }}
              to={`/admin/invoices?${new URLSearchParams({
                'filters[]': kind === 'issue' ? `problem:eq:${problem}` : 'status:eq:failed',
              })}`}
            >
              {problem}
            </Anchor>
            <Text size="sm" c="dimmed">
              {kind === 'issue'
                ? 'Correct what the rule names: they are tried again every hour, or at once on the page of the order.'
                : 'They are issued; the document could not be made. Try again on the page of the order.'}{' '}
              The oldest was requested {ago(oldest)}.
            </Text>
          </Stack>
        </Group>
      ))}
    </Card>
  );
}
