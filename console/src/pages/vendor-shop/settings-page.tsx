import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { money } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { PluginSettings } from './plugin-settings.js';

type Values = Record<string, unknown>;

interface Row {
  title: string;
  /** What is set, in one sentence. */
  text: string;
  /** Where it is changed; absent where the marketplace alone changes it. */
  change?: { to: string; label: string };
}

/** Keys that have their place on a page of the shop. */
const placed = /^(shipping\.|payout\.|admin\.shipping\.|tax\.lines$)/;

/** What is set for the shop, and where each of it is changed; what plugins added is changed here. */
export function Page() {
  const { currency } = useDeclarations().store;
  const settings = useQuery({
    queryKey: ['getVendorSettings'],
    queryFn: ({ signal }) => data('getVendorSettings', { signal }),
  });
  if (settings.isLoadingError)
    return <ErrorView error={settings.error} retry={() => void settings.refetch()} />;
  if (settings.isPending) return <PageLoader />;
  const values = settings.data as unknown as Values;
  const ofPlugins = Object.keys(values).filter((key) => !placed.test(key));
  return (
    <Stack gap="md" maw={760}>
      <div>
        <Title order={1}>Settings</Title>
        <Text c="dimmed" size="sm">
          What is set for your shop, and where you change it.
        </Text>
      </div>
      <Card withBorder padding="lg">
        <Stack gap="lg">
          {rowsOf(values, currency).map(({ title, text, change }) => (
            <Group key={title} justify="space-between" align="flex-start" gap="xs">
              <div>
                <Text fw={600}>{title}</Text>
                <Text size="sm" c="dimmed">
                  {text}
                </Text>
              </div>
              {change && (
                <Anchor component={Link} to={change.to} size="sm">
                  {change.label}
                </Anchor>
              )}
            </Group>
          ))}
        </Stack>
      </Card>
      {ofPlugins.length > 0 && <PluginSettings stored={settings.data} keys={ofPlugins} />}
    </Stack>
  );
}

function rowsOf(values: Values, currency: string): Row[] {
  const flat = Number(values['shipping.flat_rate_subunit'] ?? 0);
  const free = values['shipping.free_above_subunit'];
  const account = values['payout.account_number'];
  const carrier = values['admin.shipping.carrier.username'];
  const charge = flat === 0 ? 'Shipping is free' : `${money(flat, currency)} for each order`;
  const freeFrom = typeof free === 'number' && flat > 0 ? `, free from ${money(free, currency)}` : '';
  return [
    {
      title: 'What a buyer pays for shipping',
      text: `${charge}${freeFrom}.`,
      change: { to: '/vendor/shipping', label: 'Change shipping' },
    },
    {
      title: 'Carrier account',
      text: carrier ? `Labels are bought as ${String(carrier)}.` : 'None of your own.',
      change: { to: '/vendor/shipping', label: 'Change the carrier' },
    },
    {
      title: 'Bank account',
      text: account ? `Payouts go to ${String(account)}.` : 'None yet: nothing can be paid out.',
      change: { to: '/vendor/money?tab=bank', label: 'Change the account' },
    },
    { title: 'Taxes', text: taxText(values['tax.lines']) },
  ];
}

function taxText(lines: unknown): string {
  if (!Array.isArray(lines)) return 'As the marketplace has set for every shop.';
  const taxes = lines as readonly { type: string; rate: number }[];
  if (taxes.length === 0) return 'None; the marketplace has set so for your shop.';
  const list = taxes.map(({ type, rate }) => `${type} ${rate} %`).join(', ');
  return `${list}; the marketplace has set so for your shop.`;
}
