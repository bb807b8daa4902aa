import { Stack, Text, Title } from '@mantine/core';
import { AddressTabs, useAddressTab } from '../../generic/address-tabs.js';
import { EmbeddedList } from '../../generic/embedded-list.js';
import { Forbidden } from '../../generic/forbidden.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ApprovalsTab } from './approvals-tab.js';
import { DisputesTab } from './disputes-tab.js';
import { LedgerTab } from './ledger-tab.js';
import { PayoutsTab } from './payouts-tab.js';
import { RefundsTab } from './refunds-tab.js';
import { SettlementsTab } from './settlements-tab.js';
import { StoreCreditTab } from './store-credit-tab.js';
import { UnmatchedTab } from './unmatched-tab.js';

const tabs = [
  { value: 'refunds', label: 'Refunds', operation: 'getAdminRefunds' },
  { value: 'returns', label: 'Returns', operation: 'getAdminReturnRequests' },
  { value: 'payouts', label: 'Payouts', operation: 'getAdminPayouts' },
  { value: 'accounts', label: 'Bank details', operation: 'getAdminPayoutAccounts' },
  { value: 'credit', label: 'Store credit', operation: 'getAdminStoreCreditAccounts' },
  { value: 'approvals', label: 'Approvals', operation: 'getAdminMoneyApprovals' },
  { value: 'settlements', label: 'Settlements', operation: 'getAdminSettlements' },
  { value: 'disputes', label: 'Disputes', operation: 'getAdminDisputes' },
  { value: 'unmatched', label: 'Unmatched', operation: 'getAdminUnmatchedMoney' },
  { value: 'ledger', label: 'Ledger', operation: 'getAdminLedger' },
  { value: 'commission', label: 'Commission invoices', operation: 'getAdminCommissionInvoices' },
];

/** What the marketplace owes to whom, and what of it waits for a person. */
export function Page() {
  const declarations = useDeclarations();
  const session = useSession();
  const shown = tabs.filter(({ operation }) => mayCall(declarations.get(operation), session));
  const tab = useAddressTab(shown);
  if (shown.length === 0) return <Forbidden permission={declarations.get('getAdminRefunds')?.permission} />;
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>Money</Title>
        <Text c="dimmed" size="sm">
          What goes back to buyers, what goes out to vendors, what providers hold, and the books of all.
        </Text>
      </div>
      <AddressTabs tabs={shown} name="Kinds of money" />
      {tab === 'refunds' && <RefundsTab />}
      {tab === 'returns' && <EmbeddedList operation="getAdminReturnRequests" />}
      {tab === 'payouts' && <PayoutsTab />}
      {tab === 'accounts' && (
        <EmbeddedList
          operation="getAdminPayoutAccounts"
          columns={['vendorName', 'state', 'changedBy', 'changedAt', 'problem', 'reason']}
        />
      )}
      {tab === 'credit' && <StoreCreditTab />}
      {tab === 'approvals' && <ApprovalsTab />}
      {tab === 'settlements' && <SettlementsTab />}
      {tab === 'disputes' && <DisputesTab />}
      {tab === 'unmatched' && <UnmatchedTab />}
      {tab === 'ledger' && <LedgerTab />}
      {tab === 'commission' && <EmbeddedList operation="getAdminCommissionInvoices" />}
    </Stack>
  );
}
