import { Button, Group, Modal, NumberInput, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ApiError } from 'haat-client';
import { type FormEvent, useState } from 'react';
import { useRefreshAll } from '../../generic/act-button.js';
import { useAct } from '../../generic/use-act.js';
import { call } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import type { Consignment } from './eway-bills.js';

type Details = Omit<NonNullable<Consignment['details']>, 'version'>;

const EMPTY: Details = {
  transportMode: 'road',
  vehicleNumber: null,
  vehicleType: 'regular',
  transporterId: null,
  transporterName: null,
  documentNumber: null,
  documentOn: null,
  distanceKm: null,
  ewayBillNumber: null,
  generatedOn: null,
  validUntil: null,
};
const MAX_DISTANCE_KM = 4_000;
const modes = [
  { value: 'road', label: 'Road' },
  { value: 'rail', label: 'Rail' },
  { value: 'air', label: 'Air' },
  { value: 'ship', label: 'Ship' },
];
const vehicleTypes = [
  { value: 'regular', label: 'Regular' },
  { value: 'over_dimensional', label: 'Over-dimensional cargo' },
];

export interface EwayProps {
  orderVendorId: string;
  title: string;
  consignment: Consignment;
}

/** How a consignment travels, and its e-way bill once the portal has issued it. */
export function EwayDialog({ orderVendorId, title, consignment, close }: EwayProps & { close: () => void }) {
  const { details: saved, number, parcelId } = consignment;
  const { version, ...known } = saved ?? { version: 0, ...EMPTY };
  const [details, setDetails] = useState<Details>(known);
  const { act, busy, error, fields, thrown } = useAct(Object.keys(EMPTY));
  const refresh = useRefreshAll();
  const isOutdated = thrown instanceof ApiError && thrown.status === 409;
  const change = (changes: Partial<Details>) => setDetails((before) => ({ ...before, ...changes }));

  function text(
    field: keyof Details,
    label: string,
    more: { description?: string; placeholder?: string } = {},
  ) {
    return (
      <TextInput
        label={label}
        {...more}
        maxLength={100}
        value={details[field] ?? ''}
        onChange={(event) => change({ [field]: event.currentTarget.value || null })}
        error={fields[field]}
      />
    );
  }

  function day(field: 'documentOn' | 'generatedOn' | 'validUntil', label: string) {
    return (
      <TextInput
        type="date"
        label={label}
        value={details[field] ?? ''}
        onChange={(event) => change({ [field]: event.currentTarget.value || null })}
        error={fields[field]}
      />
    );
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const body = { ...details, version, ...(number !== null && parcelId && { parcelId }) };
    void act(
      (idempotencyKey) =>
        call('putVendorOrdersByOrderVendorIdEWayBills', { path: { orderVendorId }, body, idempotencyKey }),
      () => {
        notifications.show({ color: 'teal', message: 'The e-way bill details are saved' });
        close();
      },
    );
  }

  const byVehicle = details.transportMode === 'road' || details.transportMode === 'ship';
  return (
    <Modal opened onClose={close} title={title} size="lg" centered>
      <form onSubmit={submit} noValidate>
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Select
              label="Transport"
              data={modes}
              allowDeselect={false}
              value={details.transportMode}
              onChange={(value) => {
                const transportMode = (value ?? 'road') as Details['transportMode'];
                const hasVehicle = transportMode === 'road' || transportMode === 'ship';
                change({ transportMode, ...(!hasVehicle && { vehicleNumber: null }) });
              }}
              error={fields['transportMode']}
            />
            <NumberInput
              label="Distance in km"
              placeholder="The portal computes it"
              min={0}
              max={MAX_DISTANCE_KM}
              allowDecimal={false}
              value={details.distanceKm ?? ''}
              onChange={(value) => change({ distanceKm: value === '' ? null : Number(value) })}
              error={fields['distanceKm']}
            />
            {byVehicle && text('vehicleNumber', 'Vehicle number', { placeholder: 'KA01AB1234' })}
            {byVehicle && (
              <Select
                label="Vehicle"
                data={vehicleTypes}
                allowDeselect={false}
                value={details.vehicleType}
                onChange={(value) => change({ vehicleType: (value ?? 'regular') as Details['vehicleType'] })}
                error={fields['vehicleType']}
              />
            )}
            {text('transporterId', 'Transporter id', { placeholder: 'GSTIN or TRANSIN' })}
            {text('transporterName', 'Transporter name')}
            {text('documentNumber', 'Transport document number', {
              placeholder: 'The AWB, where there is one',
            })}
            {day('documentOn', 'Transport document date')}
          </SimpleGrid>
          <Text size="sm" fw={600} component="h3">
            Issued by the portal
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            {text('ewayBillNumber', 'E-way bill number', { placeholder: '12 digits' })}
            {day('generatedOn', 'Generated on')}
            {day('validUntil', 'Valid until')}
          </SimpleGrid>
          {error !== null && <ErrorView error={error} />}
          {isOutdated && (
            <Button variant="default" onClick={() => void refresh().then(close)}>
              Close and load what is saved
            </Button>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
