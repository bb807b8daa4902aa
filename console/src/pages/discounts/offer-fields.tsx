import { ActionIcon, Button, Group, NumberInput, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useReadOnly } from '../../generic/editable.js';
import { MoneyInput } from '../../generic/money-input.js';
import { RowPicker } from '../../generic/row-picker.js';
import { useDeclarations } from '../../lib/declarations.js';
import { Icon } from '../../shell/icon.js';
import { type DiscountDraft, newOffer, type PartProps } from './discount.js';
import type { OfferTerms } from './discount-sentence.js';

type Kind = OfferTerms['kind'];

const kinds: { value: Kind; label: string }[] = [
  { value: 'PERCENTAGE', label: 'Percent off' },
  { value: 'FIXED', label: 'Fixed amount off' },
  { value: 'BUY_X_GET_Y', label: 'Buy some, get some' },
  { value: 'GIFT', label: 'A gift' },
  { value: 'TIERS', label: 'More off the more is bought' },
  { value: 'FREE_SHIPPING', label: 'Free shipping' },
];

/** What each kind begins with; it has its own fields and no others. */
function startOf(kind: Kind, { priority, combinesWith }: OfferTerms): Partial<DiscountDraft> {
  const offer = { ...newOffer, kind, priority, combinesWith };
  const percent = { discountType: 'PERCENTAGE', maxDiscountAmount: null, freeShipping: false } as const;
  const all = { ...percent, value: 100 };
  switch (kind) {
    case 'PERCENTAGE':
      return { ...percent, value: 10, offer };
    case 'FIXED':
      return { ...percent, discountType: 'FIXED', value: 10_000, offer };
    case 'BUY_X_GET_Y':
      return { ...all, offer: { ...offer, buyQuantity: 2, getQuantity: 1 } };
    case 'GIFT':
      return { ...all, offer: { ...offer, buyQuantity: 1, getQuantity: 1 } };
    case 'FREE_SHIPPING':
      return { ...all, freeShipping: true, offer };
    case 'TIERS':
      return {
        ...percent,
        value: 10,
        offer: {
          ...offer,
          tierBasis: 'AMOUNT',
          tiers: [
            { from: 100_000, value: 5 },
            { from: 200_000, value: 10 },
          ],
        },
      };
  }
}

/** The kind of an automatic offer, and what that kind needs. */
export function OfferFields({ offer, ...part }: PartProps & { offer: OfferTerms }) {
  const { set, errors } = part;
  const change = (fields: Partial<OfferTerms>) => set({ offer: { ...offer, ...fields } });
  const isGift = offer.kind === 'GIFT';
  return (
    <Stack>
      <Select
        label="What it gives"
        allowDeselect={false}
        data={kinds}
        value={offer.kind}
        error={errors['offer.kind']}
        onChange={(kind) => kind !== null && set(startOf(kind as Kind, offer))}
      />
      {(isGift || offer.kind === 'BUY_X_GET_Y') && (
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <Pieces
            label="Pieces to buy"
            value={offer.buyQuantity}
            error={errors['offer.buyQuantity']}
            onChange={(buyQuantity) => change({ buyQuantity })}
          />
          <Pieces
            label={isGift ? 'Pieces of the gift' : 'Pieces to get'}
            value={offer.getQuantity}
            error={errors['offer.getQuantity']}
            onChange={(getQuantity) => change({ getQuantity })}
          />
        </Group>
      )}
      {isGift && (
        <RowPicker
          kind="variants"
          label="The gift"
          description="Bought from its vendor; it takes stock like anything else, and is left out while it has none"
          placeholder="Type a title or an SKU"
          required
          value={offer.giftVariantId}
          {...(errors['offer.giftVariantId'] !== undefined && { error: errors['offer.giftVariantId'] })}
          onChange={(giftVariantId) => change({ giftVariantId })}
        />
      )}
      {offer.kind === 'TIERS' && <Tiers {...part} offer={offer} change={change} />}
    </Stack>
  );
}

function Pieces({
  onChange,
  value,
  ...rest
}: {
  label: string;
  value: number | null;
  error: string | undefined;
  onChange: (value: number | null) => void;
}) {
  return (
    <NumberInput
      {...rest}
      required
      miw={130}
      min={1}
      max={1_000}
      allowDecimal={false}
      value={value ?? ''}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
    />
  );
}

const MAX_TIERS = 10;

function Tiers({
  draft,
  set,
  errors,
  offer: { tiers, tierBasis },
  change,
}: PartProps & { offer: OfferTerms; change: (fields: Partial<OfferTerms>) => void }) {
  const { currency } = useDeclarations().store;
  const readOnly = useReadOnly();
  const isPercent = draft.discountType === 'PERCENTAGE';
  const isAmount = tierBasis === 'AMOUNT';
  const setTier = (index: number, fields: Partial<OfferTerms['tiers'][number]>) =>
    change({ tiers: tiers.map((tier, place) => (place === index ? { ...tier, ...fields } : tier)) });
  const last = tiers.at(-1) ?? { from: 0, value: 0 };
  const add = () =>
    change({
      tiers: [
        ...tiers,
        {
          from: last.from + (isAmount ? 100_000 : 1),
          value: isPercent ? Math.min(100, last.value + 5) : last.value + 10_000,
        },
      ],
    });
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="What reaches a tier"
          value={tierBasis ?? 'AMOUNT'}
          onChange={(next) =>
            change({
              tierBasis: next as 'AMOUNT' | 'QUANTITY',
              tiers: tiers.map((tier, index) => ({
                ...tier,
                from: next === 'AMOUNT' ? (index + 1) * 100_000 : index + 2,
              })),
            })
          }
          data={[
            { value: 'AMOUNT', label: 'By amount' },
            { value: 'QUANTITY', label: 'By pieces' },
          ]}
        />
        <SegmentedControl
          size="xs"
          aria-label="What a tier takes off"
          value={draft.discountType}
          onChange={(next) =>
            set({
              discountType: next as DiscountDraft['discountType'],
              maxDiscountAmount: null,
              offer: {
                ...newOffer,
                ...draft.offer,
                tiers: tiers.map((tier, index) => ({
                  ...tier,
                  value: next === 'PERCENTAGE' ? (index + 1) * 5 : (index + 1) * 10_000,
                })),
              } as OfferTerms,
            })
          }
          data={[
            { value: 'PERCENTAGE', label: 'Percent' },
            { value: 'FIXED', label: 'Fixed amount' },
          ]}
        />
      </Group>
      {tiers.map((tier, index) => (
        <Group key={index} align="flex-end" gap="xs" wrap="nowrap">
          {isAmount ? (
            <MoneyInput
              label={`From, in ${currency}`}
              flex={1}
              value={tier.from}
              error={errors[`offer.tiers.${index}.from`]}
              onChange={(from) => setTier(index, { from: from ?? 0 })}
            />
          ) : (
            <NumberInput
              label="From, in pieces"
              flex={1}
              min={1}
              allowDecimal={false}
              value={tier.from}
              error={errors[`offer.tiers.${index}.from`]}
              onChange={(next) => setTier(index, { from: Number(next) || 0 })}
            />
          )}
          {isPercent ? (
            <NumberInput
              label="Percent off"
              flex={1}
              min={1}
              max={100}
              allowDecimal={false}
              suffix=" %"
              value={tier.value}
              error={errors[`offer.tiers.${index}.value`]}
              onChange={(next) => setTier(index, { value: Number(next) || 0 })}
            />
          ) : (
            <MoneyInput
              label={`Off, in ${currency}`}
              flex={1}
              value={tier.value}
              error={errors[`offer.tiers.${index}.value`]}
              onChange={(value) => setTier(index, { value: value ?? 0 })}
            />
          )}
          {!readOnly && (
            <ActionIcon
              mb={4}
              variant="subtle"
              color="red"
              aria-label={`Remove tier ${index + 1}`}
              disabled={tiers.length === 1}
              onClick={() => change({ tiers: tiers.filter((_, place) => place !== index) })}
            >
              <Icon name="cross" size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {errors['offer.tiers'] && (
        <Text size="sm" c="red">
          Tiers {errors['offer.tiers']}
        </Text>
      )}
      {!readOnly && tiers.length < MAX_TIERS && (
        <Group>
          <Button size="compact-sm" variant="default" onClick={add}>
            Add a tier
          </Button>
        </Group>
      )}
    </Stack>
  );
}
