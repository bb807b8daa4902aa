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
import type { FormEvent } from 'react';
import { ConflictList } from '../../generic/conflict-list.js';
import { Editable } from '../../generic/editable.js';
import { textField } from '../../generic/use-draft.js';
import { useEditor } from '../../generic/use-editor.js';
import { data } from '../../lib/api.js';
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

type TextName = (typeof texts)[number]['name'];

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

/** Secrets are never read back: an empty field leaves them as they are. */
const draftOf = (config: Config) => ({
  ...(Object.fromEntries(texts.map(({ name }) => [name, config[name]])) as Record<TextName, string>),
  apiKey: '',
  webhookSecret: '',
  enabledCouriers: config.enabledCouriers,
});
type CarrierDraft = ReturnType<typeof draftOf>;

/** The account at the carrier: what it needs to make labels, and where parcels are picked up. Secrets are only set anew. */
export function CarrierForm({ config }: { config: Config }) {
  const session = useSession();
  const mayChange = mayCall(useDeclarations().get('patchVendorShippingCarrierConfig'), session);
  const { form, save, busy, error, fields, conflicts } = useEditor({
    row: config,
    draftOf: (row) => draftOf(row ?? config),
    read: () => data('getVendorShippingCarrierConfig'),
    known: Object.keys(draftOf(config)),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { pickupPhone, ...changed } = form.changed;
    const body = {
      ...changed,
      ...(pickupPhone !== undefined && { pickupPhone: readPhone(pickupPhone) }),
    } as Patch;
    void save(
      (edit) => data('patchVendorShippingCarrierConfig', { body, ...edit }),
      'The carrier account is saved',
    );
  }
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
                  {...textField(form, fields, name)}
                />
              ))}
              {texts.map(({ name, label: title }) => (
                <TextInput key={name} label={title} {...textField(form, fields, name)} />
              ))}
            </SimpleGrid>
            <MultiSelect
              label="Couriers"
              description="Those that your account has"
              data={couriers.map((code) => ({ value: code, label: label(code) }))}
              searchable
              value={[...form.draft.enabledCouriers]}
              onChange={(enabledCouriers) =>
                form.set({ enabledCouriers: enabledCouriers as CarrierDraft['enabledCouriers'] })
              }
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
            <ConflictList {...conflicts} />
            {error !== null && <ErrorView error={error} />}
            {mayChange && (
              <Group justify="flex-end">
                <Button type="submit" loading={busy} disabled={!form.dirty}>
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
