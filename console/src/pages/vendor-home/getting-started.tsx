import { Anchor, Card, Group, Progress, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { data } from '../../lib/api.js';
import { useSession } from '../../lib/session.js';
import { Icon } from '../../shell/icon.js';
import { useCount } from './counts.js';

interface Step {
  title: string;
  text: string;
  to: string;
  /** Undefined while it is not known. */
  done: boolean | undefined;
}

/** What is missing until the shop sells, each with a link; it goes away by itself when nothing is. */
export function GettingStarted() {
  const steps = useSteps();
  const known = steps.every(({ done }) => done !== undefined);
  const left = steps.filter(({ done }) => done === false);
  if (!known || left.length === 0) return null;
  const done = steps.length - left.length;
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" mb="xs">
        <Title order={2}>Getting started</Title>
        <Text size="sm" c="dimmed">
          {done} of {steps.length} done
        </Text>
      </Group>
      <Progress value={(done / steps.length) * 100} size="sm" mb="md" aria-label="Steps that are done" />
      <Stack gap={0}>
        {steps.map((step) => (
          <Group key={step.title} className="line" py="sm" wrap="nowrap" align="flex-start">
            <ThemeIcon variant="light" color={step.done ? 'teal' : 'gray'} radius="xl" size="sm" mt={2}>
              <Icon name={step.done ? 'check' : 'more'} size={14} />
            </ThemeIcon>
            <div>
              {step.done ? (
                <Text size="sm" c="dimmed" td="line-through">
                  {step.title}
                </Text>
              ) : (
                <>
                  <Anchor component={Link} to={step.to} size="sm" fw={600}>
                    {step.title}
                  </Anchor>
                  <Text size="sm" c="dimmed">
                    {step.text}
                  </Text>
                </>
              )}
            </div>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

function useSteps(): Step[] {
  const { me } = useSession();
  const manages = me.activeVendor?.role !== 'member';
  const profile = useQuery({
    queryKey: ['getVendorProfile'],
    queryFn: ({ signal }) => data('getVendorProfile', { signal }),
  });
  const settings = useQuery({
    queryKey: ['getVendorSettings'],
    queryFn: ({ signal }) => data('getVendorSettings', { signal }),
  });
  const shipping = useQuery({
    queryKey: ['getVendorShippingConfig'],
    queryFn: ({ signal }) => data('getVendorShippingConfig', { signal }),
  });
  const priced = useCount('getVendorProducts', [
    'status:eq:active',
    'visibility:eq:public',
    'priceStart:gt:0',
  ]);
  const stocked = useCount('getVendorInventory', ['inStock:eq:true']);
  const all = useCount('getVendorProducts', []);
  const gaps = useCount('getVendorGstGaps', ['lacksHsnCode:eq:true']);
  const bank = (settings.data as Record<string, unknown> | undefined)?.['payout.account_number'];
  const has = <T,>(value: T | undefined, test: (value: T) => boolean) =>
    value === undefined ? undefined : test(value);
  return [
    {
      title: 'Complete the profile',
      text: 'Legal name and address are printed on every invoice.',
      to: '/vendor/profile',
      done: has(profile.data, ({ legalName, address }) => legalName !== null && address !== null),
    },
    {
      title: 'Add the GSTIN',
      text: 'Without it invoices charge no GST.',
      to: '/vendor/profile',
      done: has(profile.data, ({ gstin }) => gstin !== null),
    },
    {
      title: 'Add the bank account',
      text: manages ? 'Payouts go there.' : 'The owner of the shop adds it.',
      to: '/vendor/money?tab=bank',
      done: settings.data === undefined ? undefined : typeof bank === 'string' && bank !== '',
    },
    {
      title: 'Choose how parcels travel',
      text: 'With a courier of your carrier account, or sent by yourself.',
      to: '/vendor/shipping',
      done: has(shipping.data, ({ enabledProviders }) => enabledProviders.length > 0),
    },
    {
      title: 'Put the first product on sale',
      text: 'With a title, a picture and a price.',
      to: '/vendor/products/new',
      done: has(priced, (count) => count > 0),
    },
    {
      title: 'Enter how many pieces there are',
      text: 'What has no stock cannot be bought.',
      to: '/vendor/inventory',
      done: has(stocked, (count) => count > 0),
    },
    {
      title: 'Add the HSN codes',
      text: 'Of each variant, for tax and invoices.',
      to: '/vendor/gst-gaps',
      done: all === undefined || gaps === undefined ? undefined : all > 0 && gaps === 0,
    },
  ];
}
