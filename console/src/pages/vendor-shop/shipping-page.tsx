import { Alert, Button, Card, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import type { FormEvent } from 'react';
import { ConflictList } from '../../generic/conflict-list.js';
import { Editable } from '../../generic/editable.js';
import { useEditor } from '../../generic/use-editor.js';
import { data } from '../../lib/api.js';
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
      <ChargeForm config={config.data} />
      {enabledProviders.includes('carrier') && <CarrierForm config={carrier.data} />}
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

const draftOf = (config: Config) => ({
  enabledProviders: [...config.enabledProviders],
  flatRateSubunit: moneyText(config.flatRateSubunit),
  freeAboveSubunit: moneyText(config.freeAboveSubunit),
});

function ChargeForm({ config }: { config: Config }) {
  const session = useSession();
  const mayChange = mayCall(useDeclarations().get('patchVendorShippingConfig'), session);
  const { form, save, changedOf, busy, error, fields, conflicts } = useEditor({
    row: config,
    draftOf: (row) => draftOf(row ?? config),
    read: () => data('getVendorShippingConfig'),
    known: ['flatRateSubunit', 'freeAboveSubunit', 'enabledProviders'],
  });
  const { enabledProviders, flatRateSubunit, freeAboveSubunit } = form.draft;
  const flat = readMoney(flatRateSubunit);
  const free = freeAboveSubunit.trim() === '' ? null : readMoney(freeAboveSubunit);
  const broken = flat === undefined || free === undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (broken) return;
    const body = { enabledProviders, flatRateSubunit: flat, freeAboveSubunit: free };
    void save(
      (edit) => data('patchVendorShippingConfig', { body: changedOf(body), ...edit }),
      'Shipping is saved',
    );
  }
  const toggle = (way: Way) =>
    form.change((before) => ({
      enabledProviders: before.enabledProviders.includes(way)
        ? before.enabledProviders.filter((item) => item !== way)
        : [...before.enabledProviders, way],
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
                checked={enabledProviders.includes(value)}
                onChange={() => toggle(value)}
              />
            ))}
            {enabledProviders.length === 0 && (
              <Alert color="orange">Without a way to send, orders cannot be fulfilled.</Alert>
            )}
            <Title order={2}>What a buyer pays</Title>
            <Group align="flex-start" grow>
              <TextInput
                label="Shipping of an order"
                description="In rupees; 0 is free"
                inputMode="decimal"
                value={flatRateSubunit}
                onChange={(event) => form.set({ flatRateSubunit: event.currentTarget.value })}
                error={fields['flatRateSubunit'] ?? (flat === undefined ? 'Enter an amount' : undefined)}
              />
              <TextInput
                label="Free from"
                description="Items for at least this; empty is never"
                inputMode="decimal"
                value={freeAboveSubunit}
                onChange={(event) => form.set({ freeAboveSubunit: event.currentTarget.value })}
                error={fields['freeAboveSubunit'] ?? (free === undefined ? 'Enter an amount' : undefined)}
              />
            </Group>
            <ConflictList {...conflicts} />
            {error !== null && <ErrorView error={error} />}
            {mayChange ? (
              <Group justify="flex-end">
                <Button type="submit" loading={busy} disabled={!form.dirty || broken}>
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
