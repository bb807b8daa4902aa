import { dayInIndia } from '#domain/invoices/financial-year.js';
import { ledgerSettings } from '#domain/ledger/ledger.settings.js';
import type { SettingsReader } from '#lib/settings.js';

/** Whether tax collected at source is posted with the supply on the day of an instant, and not with the payment. */
export function isPostedWithSupply(settings: Pick<SettingsReader, 'get'>, at: Date): boolean {
  const from = settings.get(ledgerSettings.tcsBySupplyFrom);
  return from !== '' && dayInIndia(at) >= from;
}
