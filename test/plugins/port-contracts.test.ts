import { bankExportHeader, bankExportLine } from '#domain/payouts/bank-export.js';
import { couponRules } from '#domain/discounts/coupon-rules.js';
import { normalizeOrderNumber, orderNumberOf } from '#domain/orders/order-number.js';
import { commissionContract, shippingRateContract } from '../checkout/pricing-contracts.js';
import { discountConditionContract } from '../discounts/discount-condition-contract.js';
import { orderNumbersContract } from '../orders/order-numbers-contract.js';
import { paymentProviderContract } from '../payments/payment-provider-contract.js';
import { payoutFileContract } from '../payouts/payout-file-contract.js';
import { createSamplePorts, wallet } from './sample-ports.js';

const sample = createSamplePorts({ clock: { now: () => new Date('2026-11-23T12:00:00Z') } });

payoutFileContract('of the platform', {
  fileName: 'payouts.csv',
  contentType: 'text/csv; charset=utf-8',
  header: bankExportHeader,
  line: (payout, account) => bankExportLine(payout, account, 'Asia/Kolkata'),
});
orderNumbersContract('of the platform', { create: orderNumberOf, normalize: normalizeOrderNumber });
shippingRateContract('of the vendor', ({ vendorRate }) => vendorRate);
commissionContract('of the vendor', ({ commissionBps }) => commissionBps);
for (const rule of couponRules) discountConditionContract(`${rule.name} of the platform`, rule);

// Every port of pure functions that a plugin has, as the sample fills it.
if (sample.payoutFile) payoutFileContract('of the sample', sample.payoutFile);
if (sample.orderNumbers) orderNumbersContract('of the sample', sample.orderNumbers);
if (sample.shippingRate) shippingRateContract('of the sample', sample.shippingRate);
if (sample.commission) commissionContract('of the sample', sample.commission);
for (const condition of sample.discountConditions ?? [])
  discountConditionContract('of the sample', condition);
paymentProviderContract('of the sample', async () => ({
  provider: wallet,
  settings: {},
  stop: () => undefined,
}));
