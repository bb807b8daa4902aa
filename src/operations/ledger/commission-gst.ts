import { DateTime } from 'luxon';
import { ledgerSettings, NOT_LIABLE } from '#domain/ledger/ledger.settings.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { SettingsReader } from '#lib/settings.js';

/** The GST on commission that is posted at an instant, in basis points; 0 before the day from which the operator charges it. */
export function commissionGstBasisPoints(settings: Pick<SettingsReader, 'get'>, at: Date): number {
  const from = settings.get(ledgerSettings.commissionGstFrom);
  const day = DateTime.fromJSDate(at, { zone: settings.get(storeSettings.timeZone) }).toISODate() ?? '';
  return from !== '' && from !== NOT_LIABLE && day >= from
    ? settings.get(ledgerSettings.commissionGstBasisPoints)
    : 0;
}
