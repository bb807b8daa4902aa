import {
  Button,
  Card,
  Code,
  Group,
  MultiSelect,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import type { BodyOf, DataOf } from 'haat-client';
import { type FormEvent, useState } from 'react';
import { Editable } from '../../generic/editable.js';
import { useAct } from '../../generic/use-act.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { label } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { readPhone } from '../../lib/typed.js';
import { ErrorView } from '../../shell/error-view.js';

type Config = DataOf<'getVendorShippingCarrierConfig'>;
type Patch = BodyOf<'patchVendorShippingCarrierConfig'>;

const secrets = [
  { name: 'apiKey', label: 'API key of the carrier' },
  { name: 'webhookSecret', label: 'Secret of its webhook' },
] as const;

const texts = [
  { name: 'username', label: 'User name at the carrier' },
  { name: 'pickupName', label: 'Pickup: name' },
  { name: 'pickupPhone', label: 'Pickup: phone' },
  { name: 'pickupAddress', label: 'Pickup: address' },
  { name: 'pickupCity', label: 'Pickup: city' },
  { name: 'pickupState', label: 'Pickup: state' },
  { name: 'pickupPincode', label: 'Pickup: PIN code' },
  { name: 'pickupEmail', label: 'Pickup: e-mail address' },
] as const;

const couriers = [
  'bluedart',
  'delhivery',
  'dtdc',
  'ecom_express',
  'ekart',
  'shadowfax',
  'xpressbees',
  'india_post',
  'gati',
  'amazon_shipping',
  'smartr',
] as const;

/** The account at the carrier: what it needs to make labels, and where parcels are picked up. Secrets are only set anew. */
export function CarrierForm({ config }: { config: Config }) {
  const session = useSession();
  const mayChange = mayCall(useDeclarations().get('patchVendorShippingCarrierConfig'), session);
  const [edits, setEdits] = useState<Record<string, string>>({});
  const [enabled, setEnabled] = useState<string[]>([...config.enabledCouriers]);
  const names = [...secrets, ...texts].map(({ name }) => name);
  const { act, busy, error, fields } = useAct([...names, 'enabledCouriers']);
  const couriersChanged = JSON.stringify(enabled) !== JSON.stringify(config.enabledCouriers);
  const dirty = Object.keys(edits).length > 0 || couriersChanged;

  function submit(event: FormEvent): void {
    event.preventDefault();
    const phone = edits['pickupPhone'];
    const body = {
      ...edits,
      ...(phone !== undefined && { pickupPhone: readPhone(phone) }),
      ...(couriersChanged && { enabledCouriers: enabled }),
    } as Patch;
    void act(
      () => call('patchVendorShippingCarrierConfig', { body }).then(() => setEdits({})),
      'The carrier account is saved',
    );
  }
  const set = (name: string) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setEdits((before) => ({ ...before, [name]: value }));
  };
  return (
    <Card withBorder padding="lg">
      <form onSubmit={submit} noValidate autoComplete="off">
        <Editable may={mayChange}>
          <Stack>
            <Title order={2}>Carrier account</Title>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              {secrets.map(({ name, label: title }) => (
                <PasswordInput
                  key={name}
                  label={title}
                  autoComplete="new-password"
                  placeholder={config[name] ? 'Set. Type to replace it' : 'Not set'}
                  value={edits[name] ?? ''}
                  onChange={set(name)}
                  error={fields[name]}
                />
              ))}
              {texts.map(({ name, label: title }) => (
                <TextInput
                  key={name}
                  label={title}
                  value={edits[name] ?? config[name]}
                  onChange={set(name)}
                  error={fields[name]}
                />
              ))}
            </SimpleGrid>
            <MultiSelect
              label="Couriers"
              description="Those that your account has"
              data={couriers.map((code) => ({ value: code, label: label(code) }))}
              searchable
              value={enabled}
              onChange={setEnabled}
              error={fields['enabledCouriers']}
            />
            {config.webhookUrl && (
              <Text size="sm" component="div">
                The carrier reports scans to this address: enter it in its console.
                <Code block mt={4}>
                  {config.webhookUrl}
                </Code>
              </Text>
            )}
            {error !== null && <ErrorView error={error} />}
            {mayChange && (
              <Group justify="flex-end">
                <Button type="submit" loading={busy} disabled={!dirty}>
                  Save the account
                </Button>
              </Group>
            )}
          </Stack>
        </Editable>
      </form>
    </Card>
  );
}
