import { Group, NumberInput, SegmentedControl, Stack, Switch, TextInput } from '@mantine/core';
import { MoneyInput } from '../../generic/money-input.js';
import { Panel } from '../../generic/panel.js';
import { StoreTimeInput } from '../../generic/store-time-input.js';
import { useDeclarations } from '../../lib/declarations.js';
import type { PartProps } from './discount.js';

/** How much, and when. */
export function AmountPanel({ draft, set, errors, isNew }: PartProps & { isNew: boolean }) {
  const { currency } = useDeclarations().store;
  const percentage = draft.discountType === 'PERCENTAGE';
  return (
    <Panel title="Amount and time">
      <Stack>
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
            description={isNew ? undefined : 'The code never changes'}
            value={draft.code}
            error={errors['code']}
            onChange={(event) => set({ code: event.currentTarget.value.toUpperCase() })}
          />
        </Group>
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
        <Group grow align="flex-start" preventGrowOverflow={false}>
          {percentage ? (
            <NumberInput
              label="Percent off"
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
          ) : (
            <MoneyInput
              label={`Amount off, in ${currency}`}
              required
              miw={130}
              value={draft.value}
              error={errors['value']}
              onChange={(value) => set({ value: value ?? 0 })}
            />
          )}
          {percentage && (
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
        <Switch
          label="Free shipping"
          checked={draft.freeShipping}
          onChange={(event) => set({ freeShipping: event.currentTarget.checked })}
        />
        <Switch
          label="Switched on"
          checked={draft.isActive}
          onChange={(event) => set({ isActive: event.currentTarget.checked })}
        />
      </Stack>
    </Panel>
  );
}
