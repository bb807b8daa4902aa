import { Group, NumberInput, SegmentedControl, Stack, Switch, TextInput } from '@mantine/core';
import { MoneyInput } from '../../generic/money-input.js';
import { Panel } from '../../generic/panel.js';
import { StoreTimeInput } from '../../generic/store-time-input.js';
import { useDeclarations } from '../../lib/declarations.js';
import { type DiscountDraft, newOffer, type PartProps } from './discount.js';
import { hasCap } from './discount-sentence.js';
import { OfferFields } from './offer-fields.js';

/** How much, and when. */
export function AmountPanel({ isNew, ...part }: PartProps & { isNew: boolean }) {
  const { draft, set, errors } = part;
  const { currency } = useDeclarations().store;
  return (
    <Panel title="Amount and time">
      <Stack>
        {isNew && <HowItApplies {...part} />}
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <TextInput
            label="Name"
            required
            miw={160}
            value={draft.name}
            error={errors['name']}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextInput
            label="Code"
            required
            miw={140}
            disabled={!isNew}
            description={codeText(isNew, draft.offer !== null)}
            value={draft.code}
            error={errors['code']}
            onChange={(event) => set({ code: event.currentTarget.value.toUpperCase() })}
          />
        </Group>
        {draft.offer ? <OfferFields {...part} offer={draft.offer} /> : <CouponKind {...part} />}
        <Group grow align="flex-start" preventGrowOverflow={false}>
          {hasValue(draft) && <ValueField {...part} />}
          {hasCap(draft) && (
            <MoneyInput
              label={`At most, in ${currency}`}
              miw={130}
              placeholder="No limit"
              value={draft.maxDiscountAmount}
              error={errors['maxDiscountAmount']}
              onChange={(maxDiscountAmount) => set({ maxDiscountAmount })}
            />
          )}
          <NumberInput
            label="Paid by the platform"
            description="Vendors bear the rest"
            miw={150}
            min={0}
            max={100}
            allowDecimal={false}
            suffix=" %"
            value={draft.platformShare}
            error={errors['platformShare']}
            onChange={(next) => set({ platformShare: Number(next) || 0 })}
          />
        </Group>
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <StoreTimeInput
            label="Starts"
            value={draft.startsAt}
            error={errors['startsAt']}
            onChange={(startsAt) => set({ startsAt })}
          />
          <StoreTimeInput
            label="Ends"
            value={draft.endsAt}
            error={errors['endsAt']}
            onChange={(endsAt) => set({ endsAt })}
          />
        </Group>
        {draft.offer?.kind !== 'FREE_SHIPPING' && (
          <Switch
            label="Free shipping"
            checked={draft.freeShipping}
            onChange={(event) => set({ freeShipping: event.currentTarget.checked })}
          />
        )}
        <Switch
          label="Switched on"
          checked={draft.isActive}
          onChange={(event) => set({ isActive: event.currentTarget.checked })}
        />
      </Stack>
    </Panel>
  );
}

/** Whether an amount is asked for: some kinds of offers decide it themselves. */
const hasValue = ({ offer }: DiscountDraft) =>
  offer === null || ['PERCENTAGE', 'FIXED', 'BUY_X_GET_Y'].includes(offer.kind);

function codeText(isNew: boolean, isOffer: boolean): string | undefined {
  if (isOffer) return 'Of orders and reports; buyers cannot enter it';
  return isNew ? undefined : 'The code never changes';
}

/** A coupon or an automatic offer; the one never becomes the other. */
function HowItApplies({ draft, set }: PartProps) {
  return (
    <SegmentedControl
      aria-label="How it applies"
      value={draft.offer === null ? 'coupon' : 'offer'}
      onChange={(next) =>
        set(
          next === 'coupon'
            ? { offer: null, discountType: 'PERCENTAGE', value: 10, freeShipping: false }
            : {
                offer: newOffer,
                discountType: 'PERCENTAGE',
                value: 10,
                showOnCart: false,
                individualUsageOnly: false,
              },
        )
      }
      data={[
        { value: 'coupon', label: 'With a code' },
        { value: 'offer', label: 'By itself' },
      ]}
    />
  );
}

function CouponKind({ draft, set }: PartProps) {
  return (
    <SegmentedControl
      aria-label="Kind of discount"
      value={draft.discountType}
      onChange={(kind) =>
        set(
          kind === 'PERCENTAGE'
            ? { discountType: 'PERCENTAGE', value: 10 }
            : { discountType: 'FIXED', value: 10_000, maxDiscountAmount: null },
        )
      }
      data={[
        { value: 'PERCENTAGE', label: 'Percent' },
        { value: 'FIXED', label: 'Fixed amount' },
      ]}
    />
  );
}

function ValueField({ draft, set, errors }: PartProps) {
  const { currency } = useDeclarations().store;
  if (draft.discountType === 'FIXED')
    return (
      <MoneyInput
        label={`Amount off, in ${currency}`}
        required
        miw={130}
        value={draft.value}
        error={errors['value']}
        onChange={(value) => set({ value: value ?? 0 })}
      />
    );
  return (
    <NumberInput
      label={draft.offer?.kind === 'BUY_X_GET_Y' ? 'Percent off those pieces' : 'Percent off'}
      required
      miw={130}
      min={1}
      max={100}
      allowDecimal={false}
      suffix=" %"
      value={draft.value}
      error={errors['value']}
      onChange={(next) => set({ value: Number(next) || 0 })}
    />
  );
}
