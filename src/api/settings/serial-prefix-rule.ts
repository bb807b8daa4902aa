import { isPrefixUsed } from '#db/invoices/used-prefix.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { FieldIssue } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Setting } from '#domain/_shared/setting.js';
import { serialSeries } from '#domain/invoices/serial-prefixes.js';

/**
 * Refuses a prefix of serial numbers that equals the prefix of another series of the issuer, or one that another has used in
 * this financial year: both count from 1, so that two documents would have the same number.
 * @param next the value of a setting after the change
 * @throws AppError VALIDATION_ERROR naming the setting
 */
export async function assertPrefixesDiffer(
  tx: Tx,
  changed: readonly Setting<unknown>[],
  { next, financialYear }: { next: (setting: Setting<string>) => string; financialYear: string },
): Promise<void> {
  const errors: FieldIssue[] = [];
  const refuse = ({ name }: Setting<string>, message: string) =>
    errors.push({ path: `body.${name}`, message, code: 'prefix_in_use' });
  for (const series of serialSeries) {
    const pairs = series.flatMap((own) =>
      series.filter((other) => other !== own).map((other) => [own, other] as const),
    );
    for (const [own, other] of pairs) {
      if (!changed.some(({ key }) => key === own.setting.key)) continue;
      const prefix = next(own.setting);
      if (prefix === next(other.setting))
        refuse(own.setting, `must differ from \`${other.setting.name}\` (both are "${prefix}")`);
      else if (await isPrefixUsed(tx, other, { prefix, financialYear }))
        refuse(
          own.setting,
          `must not be a prefix that \`${other.setting.name}\` had in this financial year (got "${prefix}")`,
        );
    }
  }
  if (errors.length > 0) throw platformErrors.validation({}, { errors });
}
