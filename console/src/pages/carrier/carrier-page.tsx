import {
  Alert,
  Button,
  Code,
  Grid,
  Group,
  NumberInput,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BodyOf, DataOf } from 'haat-client';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { ConflictList } from '../../generic/conflict-list.js';
import { Editable } from '../../generic/editable.js';
import { Panel } from '../../generic/panel.js';
import { SaveBar } from '../../generic/save-bar.js';
import { textField } from '../../generic/use-draft.js';
import { useEditor } from '../../generic/use-editor.js';
import { useSend } from '../../generic/use-send.js';
import { WeightInput } from '../../generic/money-input.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { readPhone } from '../../lib/typed.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { CouriersPanel } from './couriers-panel.js';

type Config = DataOf<'getAdminShippingCarrierConfig'>;
type Patch = NonNullable<BodyOf<'patchAdminShippingCarrierConfig'>>;

/** The carrier account of the platform: where parcels are picked up, and which couriers take them. */
export function Page() {
  const config = useQuery({
    queryKey: ['getAdminShippingCarrierConfig'],
    queryFn: ({ signal }) => data('getAdminShippingCarrierConfig', { signal }),
  });
  if (config.isLoadingError) return <ErrorView error={config.error} retry={() => void config.refetch()} />;
  if (config.isPending) return <PageLoader />;
  return <CarrierForm config={config.data} />;
}

const NO_PARCEL = { weight: 0, length: 0, breadth: 0, height: 0 };

const draftOf = ({ webhookUrl: _, ...config }: Config) => ({
  ...config,
  defaultParcel: config.defaultParcel ?? NO_PARCEL,
});
export type CarrierDraft = ReturnType<typeof draftOf>;

function CarrierForm({ config }: { config: Config }) {
  const { form, save, busy, error, fields, conflicts } = useEditor({
    row: config,
    draftOf: (row) => draftOf(row ?? config),
    read: () => data('getAdminShippingCarrierConfig'),
    known: Object.keys(draftOf(config)),
  });
  const { draft, set } = form;
  const may = mayCall(useDeclarations().get('patchAdminShippingCarrierConfig'), useSession());
  const text = (name: Exclude<keyof CarrierDraft, 'enabledCouriers' | 'courierMap' | 'defaultParcel'>) =>
    textField(form, fields, name);
  const parcel = (name: 'length' | 'breadth' | 'height', label: string) => (
    <NumberInput
      label={label}
      min={0}
      allowDecimal={false}
      suffix=" cm"
      miw={90}
      value={draft.defaultParcel[name] || ''}
      error={fields[`defaultParcel.${name}`]}
      onChange={(next) => set({ defaultParcel: { ...draft.defaultParcel, [name]: Number(next) || 0 } })}
    />
  );
  function submit(event: FormEvent): void {
    event.preventDefault();
    const { pickupPhone, ...changed } = form.changed;
    // What was emptied is not sent where the API takes no empty text.
    const body = Object.fromEntries(
      Object.entries(changed).filter(
        ([name, value]) => value !== '' || !['apiKey', 'username', 'webhookSecret'].includes(name),
      ),
    ) as Patch;
    void save((edit) =>
      data('patchAdminShippingCarrierConfig', {
        body: { ...body, ...(pickupPhone !== undefined && { pickupPhone: readPhone(pickupPhone) }) },
        ...edit,
      }),
    );
  }
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>Carrier</Title>
        <Text size="sm" c="dimmed">
          The account of the platform with the carrier, for vendors without one of their own.
        </Text>
      </div>
      <form onSubmit={submit} noValidate>
        <Editable may={may}>
          <Grid gap="md">
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <Stack gap="md">
                <Panel title="Account" actions={<TestButton dirty={form.dirty} />}>
                  <Stack>
                    <PasswordInput label="API key" {...text('apiKey')} />
                    <TextInput label="User name" {...text('username')} />
                    <PasswordInput label="Webhook secret" {...text('webhookSecret')} />
                    {config.webhookUrl && (
                      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                        The carrier reports scans to <Code>{config.webhookUrl}</Code>
                      </Text>
                    )}
                  </Stack>
                </Panel>
                <Panel title="Usual parcel">
                  <Stack>
                    <WeightInput
                      label="Weight"
                      placeholder="500 g"
                      value={draft.defaultParcel.weight || null}
                      error={fields['defaultParcel.weight']}
                      onChange={(weight) =>
                        set({ defaultParcel: { ...draft.defaultParcel, weight: weight ?? 0 } })
                      }
                    />
                    <Group grow align="flex-start" preventGrowOverflow={false}>
                      {parcel('length', 'Length')}
                      {parcel('breadth', 'Breadth')}
                      {parcel('height', 'Height')}
                    </Group>
                  </Stack>
                </Panel>
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <Stack gap="md">
                <Panel title="Where parcels are picked up">
                  <Stack>
                    <TextInput label="Name" {...text('pickupName')} />
                    <TextInput label="Address" {...text('pickupAddress')} />
                    <Group grow align="flex-start" preventGrowOverflow={false}>
                      <TextInput label="City" miw={120} {...text('pickupCity')} />
                      <TextInput label="State" miw={120} {...text('pickupState')} />
                      <TextInput label="PIN code" miw={100} inputMode="numeric" {...text('pickupPincode')} />
                    </Group>
                    <TextInput label="Phone" type="tel" placeholder="98200 12345" {...text('pickupPhone')} />
                    <TextInput label="E-mail address" type="email" {...text('pickupEmail')} />
                    <TextInput label="GSTIN" {...text('pickupTin')} />
                  </Stack>
                </Panel>
              </Stack>
            </Grid.Col>
            <Grid.Col span={12}>
              <CouriersPanel draft={draft} set={set} errors={fields} />
            </Grid.Col>
          </Grid>
          <Stack mt="md">
            {!may && <Alert color="gray">Your account may read this, and not change it.</Alert>}
            <ConflictList {...conflicts} />
            {error !== null && <ErrorView error={error} />}
            {may && <SaveBar dirty={form.dirty} busy={busy} discard={form.discard} />}
          </Stack>
        </Editable>
      </form>
    </Stack>
  );
}

/** Tests what is saved. */
function TestButton({ dirty }: { dirty: boolean }) {
  const may = mayCall(useDeclarations().get('postAdminShippingCarrierTest'), useSession());
  const [result, setResult] = useState<DataOf<'postAdminShippingCarrierTest'> | null>(null);
  const { send, busy, error } = useSend();
  if (!may) return null;
  return (
    <Stack gap={4} align="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        disabled={dirty}
        title={dirty ? 'Save first: what is saved is tested' : undefined}
        onClick={() => void send(() => data('postAdminShippingCarrierTest'), setResult)}
      >
        Test
      </Button>
      {result && (
        <Text size="sm" c={result.ok ? 'teal' : 'red'} role="status">
          {result.ok ? 'The carrier takes the account' : (result.reason ?? 'The carrier refuses the account')}
        </Text>
      )}
      {error !== null && <ErrorView error={error} />}
    </Stack>
  );
}
