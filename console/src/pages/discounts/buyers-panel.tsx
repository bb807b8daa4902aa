import { NumberInput, Select, Stack, Switch } from '@mantine/core';
import { Panel } from '../../generic/panel.js';
import { PlatformChoice } from '../../generic/platform-choice.js';
import { RowsPicker } from '../../generic/row-picker.js';
import type { DiscountDraft, PartProps } from './discount.js';

/** Who gets it, and where. */
export function BuyersPanel({ draft, set, errors }: PartProps) {
  return (
    <Panel title="Who gets it">
      <Stack>
        <PlatformChoice label="Valid on" value={draft.platform} onChange={(platform) => set({ platform })} />
        <Select
          label="Earlier orders"
          allowDeselect={false}
          value={draft.purchaseHistoryMode}
          onChange={(next) => {
            const purchaseHistoryMode = next as DiscountDraft['purchaseHistoryMode'];
            set({ purchaseHistoryMode, minOrderCount: purchaseHistoryMode === 'MIN_ORDERS' ? 1 : null });
          }}
          data={[
            { value: 'DISABLED', label: 'Do not matter' },
            { value: 'FIRST_ORDER', label: 'The first order only' },
            { value: 'MIN_ORDERS', label: 'At least so many earlier orders' },
          ]}
        />
        {draft.purchaseHistoryMode === 'MIN_ORDERS' && (
          <NumberInput
            label="Earlier orders needed"
            min={1}
            allowDecimal={false}
            value={draft.minOrderCount ?? ''}
            error={errors['minOrderCount']}
            onChange={(next) => set({ minOrderCount: next === '' ? null : Number(next) })}
          />
        )}
        <Select
          label="Customers"
          allowDeselect={false}
          value={draft.customerScope}
          onChange={(next) => {
            const customerScope = next as DiscountDraft['customerScope'];
            set({ customerScope, ...(customerScope === 'ALL' && { customerUserIds: [] }) });
          }}
          data={[
            { value: 'ALL', label: 'Everybody' },
            { value: 'INCLUDE', label: 'Only chosen customers' },
            { value: 'EXCLUDE', label: 'Everybody but chosen customers' },
          ]}
        />
        {draft.customerScope !== 'ALL' && (
          <RowsPicker
            kind="customers"
            label="Chosen customers"
            placeholder="Type a name or an address"
            value={draft.customerUserIds}
            error={errors['customerUserIds']}
            onChange={(customerUserIds) => set({ customerUserIds })}
          />
        )}
        <RowsPicker
          kind="customerGroups"
          label="Customer groups"
          description="Only members of any of these; empty for all"
          placeholder="Type a name"
          value={draft.customerGroupIds ?? []}
          error={errors['customerGroupIds']}
          onChange={(customerGroupIds) => set({ customerGroupIds })}
        />
        <Switch
          label="Only after signing in"
          checked={draft.requireCustomerLogin}
          onChange={(event) => set({ requireCustomerLogin: event.currentTarget.checked })}
        />
        {draft.offer === null && (
          <Switch
            label="Carts that qualify suggest it"
            checked={draft.showOnCart}
            onChange={(event) => set({ showOnCart: event.currentTarget.checked })}
          />
        )}
      </Stack>
    </Panel>
  );
}
