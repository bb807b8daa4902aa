import { Alert, Badge, Group, Loader, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { Fragment } from 'react';
import { data } from '../../lib/api.js';
import { dayInIndia, label, money } from '../../lib/format.js';

type Option = DataOf<'getVendorOrdersByOrderVendorIdCouriers'>['couriers'][number];

interface Props {
  orderId: string;
  currency: string;
  /** Of the carrier account. */
  couriers: readonly string[];
  value: string | null;
  onChange: (code: string) => void;
  error?: string;
  /** Fewer pieces may be sent than the carrier was asked for. */
  some?: boolean;
}

/** The couriers of the account, with what the carrier says of each for this order; without its word any may be chosen. */
export function CourierChoice({ orderId, currency, couriers, value, onChange, error, some = false }: Props) {
  const asked = useQuery({
    queryKey: ['getVendorOrdersByOrderVendorIdCouriers', orderId],
    queryFn: ({ signal }) =>
      data('getVendorOrdersByOrderVendorIdCouriers', { path: { orderVendorId: orderId }, signal }),
    retry: false,
    staleTime: 60_000,
  });
  const options = (asked.data?.couriers ?? []).filter(({ code }) => couriers.includes(code));
  const others = couriers.filter((code) => !options.some((option) => option.code === code));
  const served = options.length > 0;
  return (
    <Radio.Group
      label="Courier"
      description={some && served ? 'Charges are for everything that is left to send' : undefined}
      required
      {...{ value, onChange, error }}
    >
      <Stack gap="xs" mt={4}>
        {asked.isPending && (
          <Group gap="xs">
            <Loader size="xs" />
            <Text size="sm" c="dimmed">
              Asking the carrier for charges and days
            </Text>
          </Group>
        )}
        {asked.error && (
          <Alert color="orange" p="xs">
            {asked.error.message}
          </Alert>
        )}
        {asked.data?.reason && (
          <Alert color="orange" p="xs">
            {asked.data.reason}
          </Alert>
        )}
        {options.map((option) => (
          <Radio.Card key={option.code} value={option.code} p="xs" radius="sm">
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator aria-hidden mt={2} />
              <Offer option={option} currency={currency} />
            </Group>
          </Radio.Card>
        ))}
        {others.map((code) => (
          <Radio
            key={code}
            value={code}
            disabled={served}
            label={label(code)}
            description={served ? 'Does not serve this address' : undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function Offer({ option, currency }: { option: Option; currency: string }) {
  const { name, charge, days, expectedOn, cashOnDelivery, cheapest, fastest } = option;
  const details = [
    charge === null ? 'no charge in the contract' : money(charge, currency),
    days && (days.min === days.max ? dayCount(days.max) : `${days.min} to ${dayCount(days.max)}`),
    expectedOn && `by ${dayInIndia(expectedOn)}`,
    !cashOnDelivery && 'no cash on delivery',
  ];
  return (
    <div>
      <Group gap={6}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {cheapest && (
          <Badge size="sm" color="teal" variant="light" tt="none">
            Cheapest
          </Badge>
        )}
        {fastest && (
          <Badge size="sm" color="blue" variant="light" tt="none">
            Fastest
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {details.filter(Boolean).map((detail, index) => (
          <Fragment key={String(detail)}>
            {index > 0 && ' · '}
            <span className="nowrap">{detail}</span>
          </Fragment>
        ))}
      </Text>
    </div>
  );
}

const dayCount = (days: number): string => (days === 1 ? '1 day' : `${days} days`);
