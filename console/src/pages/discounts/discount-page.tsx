import { Badge, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { ActButton } from '../../generic/act-button.js';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { BackLink } from '../../generic/back-link.js';
import { State } from '../../generic/value.js';
import { data } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { part } from '../../shell/part.js';
import { type Discount, stateOf } from './discount.js';
import { DiscountForm } from './discount-form.js';

const CodesPanel = part(() => import('./codes-panel.js').then(({ CodesPanel }) => CodesPanel));
const EmbeddedList = part(() =>
  import('../../generic/embedded-list.js').then(({ EmbeddedList }) => EmbeddedList),
);
const TryPanel = part(() => import('./try-panel.js').then(({ TryPanel }) => TryPanel));

const tabs = [
  { value: 'rules', label: 'Rules' },
  { value: 'try', label: 'Try on a cart' },
  { value: 'redemptions', label: 'Redemptions' },
  { value: 'codes', label: 'Codes in bulk' },
];

/** A discount: its rules as a form that says in one sentence what they come to. */
export function Page() {
  const { id } = useParams();
  const discount = useQuery({
    queryKey: ['getAdminDiscountsById', id],
    queryFn: ({ signal }) => data('getAdminDiscountsById', { path: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
  });
  if (id === undefined)
    return (
      <Stack gap="md">
        <BackLink to="/admin/discounts" text="Discounts" />
        <Title order={1}>New discount</Title>
        <DiscountForm discount={null} />
      </Stack>
    );
  if (discount.isLoadingError)
    return <ErrorView error={discount.error} retry={() => void discount.refetch()} />;
  if (discount.isPending) return <PageLoader />;
  return <DiscountView discount={discount.data} />;
}

function DiscountView({ discount }: { discount: Discount }) {
  const { id, name, code, archivedAt, deletedAt, offer } = discount;
  // Nobody enters the code of an offer.
  const shown = tabs.filter(({ value }) => value !== 'codes' || offer === undefined);
  const tab = useAddressTab(shown);
  return (
    <Stack gap="md">
      <BackLink to="/admin/discounts" text="Discounts" />
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={1}>{name}</Title>
          <State text={stateOf(discount)} />
          {offer && (
            <Badge variant="light" color="gray" tt="none">
              Automatic offer
            </Badge>
          )}
        </Group>
        <Group gap="xs">
          {deletedAt === null && archivedAt === null && (
            <ActButton
              operation="patchAdminDiscountsByIdArchive"
              path={{ id }}
              label="Archive"
              text={`${code} no longer applies at checkout. It can be taken back.`}
              done="The discount is archived"
            />
          )}
          {deletedAt === null && archivedAt !== null && (
            <ActButton
              operation="patchAdminDiscountsByIdUnarchive"
              path={{ id }}
              label="Take back"
              text={`${code} applies at checkout again, where its rules allow it.`}
              done="The discount is no longer archived"
            />
          )}
          {deletedAt === null ? (
            <ActButton
              operation="deleteAdminDiscountsById"
              path={{ id }}
              label="Delete"
              text={`${code} is deleted. Orders keep what it took off; it can be restored.`}
              done="The discount is deleted"
              danger
            />
          ) : (
            <ActButton
              operation="postAdminDiscountsByIdRestore"
              path={{ id }}
              label="Restore"
              text={`${code} is there again, unless another discount has the code now.`}
              done="The discount is restored"
            />
          )}
        </Group>
      </Group>
      <AddressTabs tabs={shown} name="Parts of the discount" />
      {tab === 'rules' && <DiscountForm key={id} discount={discount} />}
      {tab === 'try' && (
        <Suspense fallback={<PageLoader />}>
          <TryPanel id={id} />
        </Suspense>
      )}
      {tab === 'redemptions' && (
        <Suspense fallback={<PageLoader />}>
          <EmbeddedList
            operation="getAdminDiscountsByIdRedemptions"
            params={{ id }}
            tools
            columns={[
              'orderNumber',
              'customerEmail',
              'amount',
              'waivedShipping',
              'code',
              'state',
              'redeemedAt',
            ]}
          />
        </Suspense>
      )}
      {tab === 'codes' && (
        <Suspense fallback={<PageLoader />}>
          <CodesPanel id={id} />
        </Suspense>
      )}
    </Stack>
  );
}
