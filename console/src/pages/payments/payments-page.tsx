import {
  Alert,
  Anchor,
  Badge,
  Button,
  Card,
  Group,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RowOf } from 'haat-client';
import { useState } from 'react';
import { Link } from 'react-router';
import { moveByKeys, OrderButtons } from '../../generic/order-buttons.js';
import { Panel } from '../../generic/panel.js';
import { moved } from '../../generic/sort-orders.js';
import { useSend } from '../../generic/use-send.js';
import { Time } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { label } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { useEnabledProviders, useOptionOrder } from './checkout-settings.js';

type Gateway = RowOf<'getAdminPaymentGateways'>;

/** Payment providers, whether they are ready, where they are offered, and in which order buyers see the options. */
export function Page() {
  const gateways = useQuery({
    queryKey: ['getAdminPaymentGateways'],
    queryFn: ({ signal }) => data('getAdminPaymentGateways', { signal }),
  });
  if (gateways.isLoadingError)
    return <ErrorView error={gateways.error} retry={() => void gateways.refetch()} />;
  if (gateways.isPending) return <PageLoader />;
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>Payment options</Title>
        <Text size="sm" c="dimmed">
          Providers with their readiness, and what buyers can choose at checkout.
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {gateways.data.map((gateway) => (
          <GatewayCard key={gateway.value} gateway={gateway} />
        ))}
      </SimpleGrid>
      <Options />
    </Stack>
  );
}

function GatewayCard({ gateway }: { gateway: Gateway }) {
  const { value, configured, description, badge, disabledReason, disabledColumns, methods, enabled } =
    gateway;
  const declarations = useDeclarations();
  const session = useSession();
  const mayCheck = mayCall(declarations.get('postAdminPaymentGatewaysByProviderIdCheck'), session);
  const { may, busy, error: refused, change } = useEnabledProviders();
  const [checked, setChecked] = useState<{ ok: boolean; reason: string | null; checkedAt: string } | null>(
    null,
  );
  const { send, busy: checking, error } = useSend();
  const check = () =>
    void send(
      () => data('postAdminPaymentGatewaysByProviderIdCheck', { path: { providerId: value } }),
      setChecked,
    );
  return (
    <Card withBorder padding="md" component="section" aria-label={gateway.label}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Group gap="xs">
            <Text fw={650}>{gateway.label}</Text>
            <Badge variant="light" color={configured ? 'teal' : 'orange'} tt="none">
              {configured ? 'Ready' : 'Not set up'}
            </Badge>
            {badge && configured && (
              <Badge variant="outline" color="gray" tt="none">
                {badge}
              </Badge>
            )}
          </Group>
          {mayCheck && configured && (
            <Button size="compact-sm" variant="default" loading={checking} onClick={check}>
              Check
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {description ?? `Takes ${methods.map((method) => label(method).toLowerCase()).join(', ')}.`}
        </Text>
        {disabledReason && <Text size="sm">{disabledReason}</Text>}
        {checked && (
          <Alert color={checked.ok ? 'teal' : 'red'} variant="light" p="xs" role="status">
            {checked.ok
              ? 'The credentials work.'
              : `The check failed: ${checked.reason ?? 'no reason was given'}.`}{' '}
            <Time instant={checked.checkedAt} />
          </Alert>
        )}
        <Group>
          {(['web', 'app'] as const).map((platform) => (
            <Switch
              key={platform}
              label={platform === 'web' ? 'On the web' : 'In the app'}
              disabled={!may || busy || (disabledColumns?.includes(platform) ?? false)}
              checked={enabled[platform]}
              onChange={(event) => change(value, platform, event.currentTarget.checked)}
            />
          ))}
        </Group>
        {!configured && (
          <Anchor size="sm" component={Link} to={gateway.href ?? '/settings/admin/payment'}>
            Set it up
          </Anchor>
        )}
        {error !== null && <ErrorView error={error} />}
        {refused !== null && <ErrorView error={refused} />}
      </Stack>
    </Card>
  );
}

/** What buyers choose from, in their order. */
function Options() {
  const options = useQuery({
    queryKey: ['getAdminPaymentCheckoutOptions'],
    queryFn: ({ signal }) => data('getAdminPaymentCheckoutOptions', { signal }),
  });
  const { may: mayOrder, place, save, error } = useOptionOrder();
  if (options.isLoadingError) return <ErrorView error={options.error} />;
  if (options.isPending) return <PageLoader />;
  const rows = [...options.data].sort((first, second) => place(first.value) - place(second.value));
  const move = (from: number, to: number) => save(moved(rows, from, to).map(({ value }) => value));
  return (
    <Panel title="What buyers choose from">
      <Stack gap="xs" role="list" aria-label="Payment options in their order">
        {rows.length === 0 && (
          <Text size="sm" c="dimmed">
            No provider offers an option.
          </Text>
        )}
        {rows.map((option, index) => (
          <Group
            key={option.value}
            role="listitem"
            justify="space-between"
            wrap="nowrap"
            onKeyDown={mayOrder ? moveByKeys(index, rows.length, move) : undefined}
          >
            <div>
              <Text size="sm" fw={600}>
                {option.label}
              </Text>
              <Text size="xs" c="dimmed">
                {option.description}
              </Text>
              <Group gap={4} mt={2}>
                {(['web', 'app'] as const).map((platform) => (
                  <Badge
                    key={platform}
                    variant="light"
                    color={option.enabled[platform] ? 'teal' : 'gray'}
                    tt="none"
                  >
                    {platform === 'web' ? 'Web' : 'App'} {option.enabled[platform] ? 'on' : 'off'}
                  </Badge>
                ))}
              </Group>
            </div>
            {mayOrder && <OrderButtons name={option.label} index={index} count={rows.length} move={move} />}
          </Group>
        ))}
        {error !== null && <ErrorView error={error} />}
      </Stack>
    </Panel>
  );
}
