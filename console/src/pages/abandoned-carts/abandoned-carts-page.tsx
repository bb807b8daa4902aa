import { Button, Group, SegmentedControl, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { Link, useSearchParams } from 'react-router';
import { Figure } from '../../generic/figure.js';
import { Nothing } from '../../generic/list-tools.js';
import { Panel } from '../../generic/panel.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { money, number, wholeMoney } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { ReminderState } from './reminder-state.js';
import { hoursText, mayChooseTopic, SETTINGS, TOPIC_SETTING } from './reminders.js';

type Statistics = DataOf<'getAdminAbandonedCartsStatistics'>;

const SPANS = [7, 30, 90, 365];

/** Reminders of carts: whether they are sent, how many were, and which orders came of them. */
export function Page() {
  const [search, setSearch] = useSearchParams();
  const days = SPANS.find((span) => String(span) === search.get('days')) ?? 30;
  const declarations = useDeclarations();
  const session = useSession();
  const statistics = useQuery({
    queryKey: ['getAdminAbandonedCartsStatistics', days],
    queryFn: ({ signal }) => data('getAdminAbandonedCartsStatistics', { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });
  const maySet = mayCall(declarations.get('getAdminSettings'), session);
  const mayWrite = mayCall(declarations.get('getAdminEmailTemplatesByEventTypeByRole'), session);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <Title order={1}>Abandoned carts</Title>
          <Text size="sm" c="dimmed">
            Mails that remind buyers of carts with items, and the orders that came of them.
          </Text>
        </div>
        <Group gap="xs">
          {mayWrite && (
            <Button
              variant="default"
              component={Link}
              to="/admin/email/templates/abandoned_cart.reminder/customer"
            >
              Mail template
            </Button>
          )}
          {maySet && (
            <Button variant="default" component={Link} to={SETTINGS}>
              Settings
            </Button>
          )}
        </Group>
      </Group>
      {statistics.isLoadingError ? (
        <ErrorView error={statistics.error} retry={() => void statistics.refetch()} />
      ) : statistics.isPending ? (
        <PageLoader />
      ) : (
        <>
          <ReminderState state={statistics.data.state} mayChoose={mayChooseTopic(declarations, session)} />
          {(statistics.data.state === 'on' || statistics.data.sent > 0 || search.has('days')) && (
            <SegmentedControl
              aria-label="Time span"
              data={SPANS.map((span) => ({
                value: String(span),
                label: span === 365 ? '1 year' : `${span} days`,
              }))}
              value={String(days)}
              onChange={(value) => setSearch({ days: value }, { replace: true })}
              style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
            />
          )}
          {statistics.error && <ErrorView error={statistics.error} />}
          {statistics.data.sent > 0 ? (
            <Recovered statistics={statistics.data} />
          ) : (
            statistics.data.state === 'on' && <NoneYet statistics={statistics.data} />
          )}
          {statistics.data.state === 'on' && (
            <Text size="sm" c="dimmed">
              Reminders are on. They are turned off by emptying {TOPIC_SETTING} in the settings.
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}

function NoneYet({ statistics: { days, reminderHours } }: { statistics: Statistics }) {
  return (
    <Nothing title={`No reminder was sent in the last ${days} days`}>
      Reminders go out after {hoursText(reminderHours)} without a change of the cart, to buyers whose address
      is confirmed. Carts that were left before reminders were turned on get none.
    </Nothing>
  );
}

function Recovered({ statistics }: { statistics: Statistics }) {
  const { currency, sent, opened, orders, revenue, orderDays, days, steps, reminderHours } = statistics;
  const share = (count: number, of: number) => (of === 0 ? '–' : `${((count / of) * 100).toFixed(1)} %`);
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure name="Reminders" value={number(sent)} note={`Last ${days} days`} />
        <Figure
          name="Carts opened by the link"
          value={number(opened)}
          note={`${share(opened, sent)} of the reminders`}
        />
        <Figure
          name="Recovered orders"
          value={number(orders)}
          note={`${share(orders, sent)} of the reminders`}
        />
        <Figure name="Amount of the orders" value={wholeMoney(revenue, currency)} />
      </SimpleGrid>
      <Panel title="By reminder" flush>
        <div className="scroll" tabIndex={0} role="region" aria-label="By reminder">
          <Table className="table" horizontalSpacing="md" verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Reminder</Table.Th>
                <Table.Th ta="right">Sent</Table.Th>
                <Table.Th ta="right">Opened by the link</Table.Th>
                <Table.Th ta="right">Recovered orders</Table.Th>
                <Table.Th ta="right">Amount</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {steps.map((step) => {
                const hours = reminderHours[step.step - 1];
                return (
                  <Table.Tr key={step.step}>
                    <Table.Td className="nowrap">
                      {step.step}.
                      <Text span inherit c="dimmed" ms={6}>
                        {hours === undefined ? 'not set any more' : `after ${hoursText([hours])}`}
                      </Text>
                    </Table.Td>
                    <Table.Td ta="right">{number(step.sent)}</Table.Td>
                    <Table.Td ta="right" className="nowrap">
                      {number(step.opened)}{' '}
                      <Text span inherit c="dimmed">
                        ({share(step.opened, step.sent)})
                      </Text>
                    </Table.Td>
                    <Table.Td ta="right" className="nowrap">
                      {number(step.orders)}{' '}
                      <Text span inherit c="dimmed">
                        ({share(step.orders, step.sent)})
                      </Text>
                    </Table.Td>
                    <Table.Td ta="right" className="nowrap">
                      {money(step.revenue, currency)}
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </div>
      </Panel>
      <Text size="sm" c="dimmed">
        Times are those that are set now. A confirmed order counts once, for the last reminder of its cart
        within {number(orderDays)} {orderDays === 1 ? 'day' : 'days'} before it was placed. Some buyers would
        have come back without a reminder.
      </Text>
    </Stack>
  );
}
