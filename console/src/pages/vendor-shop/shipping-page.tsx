import { Alert, Button, Card, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { type FormEvent, useState } from 'react';
import { Editable } from '../../generic/editable.js';
import { useLeaveGuard } from '../../generic/leave-guard.js';
import { useAct } from '../../generic/use-act.js';
import { call, data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { moneyText, readMoney } from '../../lib/typed.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { CarrierForm } from './carrier-form.js';

type Config = DataOf<'getVendorShippingConfig'>;

/** What shipping costs a buyer, and how parcels travel. */
export function Page() {
  const config = useQuery({
    queryKey: ['getVendorShippingConfig'],
    queryFn: ({ signal }) => data('getVendorShippingConfig', { signal }),
  });
  const carrier = useQuery({
    queryKey: ['getVendorShippingCarrierConfig'],
    queryFn: ({ signal }) => data('getVendorShippingCarrierConfig', { signal }),
  });
  const error = config.error ?? carrier.error;
  if (error) return <ErrorView error={error} />;
  if (!config.data || !carrier.data) return <PageLoader />;
  const { enabledProviders } = config.data;
  return (
    <Stack gap="md" maw={760}>
      <Title order={1}>Shipping</Title>
      <ChargeForm key={JSON.stringify(config.data)} config={config.data} />
      {enabledProviders.includes('carrier') && (
        <CarrierForm key={JSON.stringify(carrier.data)} config={carrier.data} />
      )}
    </Stack>
  );
}

const ways = [
  {
    value: 'self-handled',
    label: 'I send parcels myself',
    text: 'You enter the tracking number, where there is one.',
  },
  {
    value: 'carrier',
    label: 'A courier of my carrier account',
    text: 'Labels and tracking come from the carrier.',
  },
] as const;

type Way = Config['enabledProviders'][number];

function ChargeForm({ config }: { config: Config }) {
  const session = useSession();
  const mayChange = mayCall(useDeclarations().get('patchVendorShippingConfig'), session);
  const start = {
    enabled: [...config.enabledProviders],
    flat: moneyText(config.flatRateSubunit),
    free: moneyText(config.freeAboveSubunit),
  };
  const [form, setForm] = useState(start);
  const { act, busy, error, fields } = useAct(['flatRateSubunit', 'freeAboveSubunit', 'enabledProviders']);
  const dirty = JSON.stringify(form) !== JSON.stringify(start);
  useLeaveGuard(dirty);
  const flat = readMoney(form.flat);
  const free = form.free.trim() === '' ? null : readMoney(form.free);
  const broken = flat === undefined || free === undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (broken) return;
    void act(
      () =>
        call('patchVendorShippingConfig', {
          body: { enabledProviders: form.enabled, flatRateSubunit: flat, freeAboveSubunit: free },
        }),
      'Shipping is saved',
    );
  }
  const toggle = (way: Way) =>
    setForm((before) => ({
      ...before,
      enabled: before.enabled.includes(way)
        ? before.enabled.filter((item) => item !== way)
        : [...before.enabled, way],
    }));
  return (
    <Card withBorder padding="lg">
      <form onSubmit={submit} noValidate>
        <Editable may={mayChange}>
          <Stack>
            <Title order={2}>How parcels travel</Title>
            {ways.map(({ value, label, text }) => (
              <Checkbox
                key={value}
                label={label}
                description={text}
                checked={form.enabled.includes(value)}
                onChange={() => toggle(value)}
              />
            ))}
            {form.enabled.length === 0 && (
              <Alert color="orange">Without a way to send, orders cannot be fulfilled.</Alert>
            )}
            <Title order={2}>What a buyer pays</Title>
            <Group align="flex-start" grow>
              <TextInput
                label="Shipping of an order"
                description="In rupees; 0 is free"
                inputMode="decimal"
                value={form.flat}
                onChange={(event) => setForm({ ...form, flat: event.currentTarget.value })}
                error={fields['flatRateSubunit'] ?? (flat === undefined ? 'Enter an amount' : undefined)}
              />
              <TextInput
                label="Free from"
                description="Items for at least this; empty is never"
                inputMode="decimal"
                value={form.free}
                onChange={(event) => setForm({ ...form, free: event.currentTarget.value })}
                error={fields['freeAboveSubunit'] ?? (free === undefined ? 'Enter an amount' : undefined)}
              />
            </Group>
            {error !== null && <ErrorView error={error} />}
            {mayChange ? (
              <Group justify="flex-end">
                <Button type="submit" loading={busy} disabled={!dirty || broken}>
                  Save
                </Button>
              </Group>
            ) : (
              <Text size="sm" c="dimmed">
                Owners and admins of the shop can change this.
              </Text>
            )}
          </Stack>
        </Editable>
      </form>
    </Card>
  );
}
