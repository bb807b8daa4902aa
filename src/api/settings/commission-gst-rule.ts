import { DateTime } from 'luxon';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Setting } from '#domain/_shared/setting.js';
import { commissionSettings } from '#domain/invoices/commission.settings.js';
import { ledgerSettings, NOT_LIABLE } from '#domain/ledger/ledger.settings.js';

/**
 * GST on commission starts on a day that is not past, because what was posted before stays as it is, and only a registered operator
 * may charge it (CGST Act 2017, section 32(1)).
 * @param next the value of a setting after the change
 * @throws AppError VALIDATION_ERROR naming the setting
 */
export function assertCommissionGst(
  changed: readonly Setting<unknown>[],
  next: (setting: Setting<string>) => string,
  { now, timeZone }: { now: Date; timeZone: string },
): void {
  const { commissionGstFrom: from } = ledgerSettings;
  const { gstin } = commissionSettings;
  const isChanged = (setting: Setting<string>) => changed.some(({ key }) => key === setting.key);
  const refuse = ({ name }: Setting<string>, message: string): never => {
    throw platformErrors.validation(
      {},
      { errors: [{ path: `body.${name}`, message, code: 'inconsistent' }] },
    );
  };
  const day = next(from);
  if (!(isChanged(from) || isChanged(gstin))) return;
  if (day === '') {
    // Else months would be invoiced without tax, on paper that calls itself a tax invoice.
    if (next(gstin) !== '' && isChanged(gstin))
      refuse(
        from,
        `is needed with \`operator.gstin\`: the first day on which commission carries GST, or \`${NOT_LIABLE}\``,
      );
    return;
  }
  if (day === NOT_LIABLE) return;
  if (next(gstin) === '')
    refuse(
      isChanged(from) ? from : gstin,
      'GST on commission needs `operator.gstin`: only a registered operator charges it',
    );
  const today = DateTime.fromJSDate(now, { zone: timeZone }).toISODate() ?? '';
  if (isChanged(from) && day < today) refuse(from, `must not be before today, ${today} (got ${day})`);
}
