import type { Setting, SettingScope } from '#domain/_shared/setting.js';
import { boughtTogetherSettings } from '#domain/bought-together/bought-together.settings.js';
import { campaignsSettings } from '#domain/campaigns/campaigns.settings.js';
import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import { commissionSettings } from '#domain/invoices/commission.settings.js';
import { invoiceSettings } from '#domain/invoices/invoices.settings.js';
import { ledgerSettings } from '#domain/ledger/ledger.settings.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { merchantFeedSettings } from '#domain/merchant-feed/merchant-feed.settings.js';
import { ordersSettings } from '#domain/orders/orders.settings.js';
import { checkoutPaymentSettings, paymentsSettings } from '#domain/payments/payments.settings.js';
import {
  platformCarrierSettings,
  shippingSettings,
  vendorCarrierSettings,
} from '#domain/shipping/shipping.settings.js';
import { socialCatalogSettings } from '#domain/social-catalog/social-catalog.settings.js';
import { bankSettings, payoutsSettings } from '#domain/payouts/payouts.settings.js';
import { returnsSettings } from '#domain/returns/returns.settings.js';
import { storeSettings } from './store.settings.js';

/** Every setting of the platform. A feature adds its table here. */
const tables: readonly Readonly<Record<string, Setting<unknown>>>[] = [
  boughtTogetherSettings,
  campaignsSettings,
  checkoutPaymentSettings,
  checkoutSettings,
  commissionSettings,
  invoiceSettings,
  ledgerSettings,
  mailSettings,
  merchantFeedSettings,
  ordersSettings,
  paymentsSettings,
  platformCarrierSettings,
  bankSettings,
  payoutsSettings,
  returnsSettings,
  shippingSettings,
  socialCatalogSettings,
  storeSettings,
  vendorCarrierSettings,
];

export const settingsRegistry: ReadonlyMap<string, Setting<unknown>> = new Map(
  tables.flatMap((table) => Object.values(table)).map((item) => [item.key, item]),
);

/** The setting that a client names with or without its scope prefix, or undefined. */
export function findSetting(scope: SettingScope, name: string): Setting<unknown> | undefined {
  const bare = name.startsWith(`${scope}.`) ? name.slice(scope.length + 1) : name;
  return settingsRegistry.get(`${scope}.${bare}`) ?? settingsRegistry.get(`${scope}.${name}`);
}

export function settingsOf(scope: SettingScope): Setting<unknown>[] {
  return [...settingsRegistry.values()].filter((item) => item.scope === scope);
}
