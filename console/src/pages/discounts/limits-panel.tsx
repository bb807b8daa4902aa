import { Group, NumberInput, Stack, Switch } from '@mantine/core';
import { MoneyInput } from '../../generic/money-input.js';
import { Panel } from '../../generic/panel.js';
import { useDeclarations } from '../../lib/declarations.js';
import type { PartProps } from './discount.js';
import { OfferOrder } from './offer-order.js';

/** Bounds of the cart and of the uses. */
export function LimitsPanel({ draft, set, errors }: PartProps) {
  const { currency } = useDeclarations().store;
  return (
    <Panel title="Limits">
      <Stack>
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <MoneyInput
            label={`Cart at least, in ${currency}`}
            description="Merchandise before discounts"
            miw={150}
            placeholder="No bound"
            value={draft.minOrderAmount}
            error={errors['minOrderAmount']}
            onChange={(minOrderAmount) => set({ minOrderAmount })}
          />
          <MoneyInput
            label={`Cart at most, in ${currency}`}
            description="Merchandise before discounts"
            miw={150}
            placeholder="No bound"
            value={draft.maxOrderAmount}
            error={errors['maxOrderAmount']}
            onChange={(maxOrderAmount) => set({ maxOrderAmount })}
          />
        </Group>
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <NumberInput
            label="Uses in all"
            miw={130}
            placeholder="No limit"
            min={1}
            allowDecimal={false}
            thousandSeparator=","
            value={draft.totalUsageLimit ?? ''}
            error={errors['totalUsageLimit']}
            onChange={(next) => set({ totalUsageLimit: next === '' ? null : Number(next) })}
          />
          <NumberInput
            label="Uses for each customer"
            miw={150}
            placeholder="No limit"
            min={1}
            allowDecimal={false}
            thousandSeparator=","
            value={draft.usageLimitPerCustomer ?? ''}
            error={errors['usageLimitPerCustomer']}
            onChange={(next) => set({ usageLimitPerCustomer: next === '' ? null : Number(next) })}
          />
        </Group>
        {draft.offer === null ? (
          <Switch
            label="Not together with other coupons"
            checked={draft.individualUsageOnly}
            onChange={(event) => set({ individualUsageOnly: event.currentTarget.checked })}
          />
        ) : (
          <OfferOrder offer={draft.offer} change={(offer) => set({ offer })} errors={errors} />
        )}
      </Stack>
    </Panel>
  );
}
