import type { FieldIssue } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Setting } from '#domain/_shared/setting.js';
import { type EnabledProviders, paymentsSettings } from '#domain/payments/payments.settings.js';

interface Change {
  setting: Setting<unknown>;
  value: unknown;
  before: { value: unknown } | null;
}

/**
 * Refuses ids of payment providers that are not registered, which would offer nothing at checkout. Those that were enabled before
 * stay: a provider that is gone must not stand in the way of other changes, nor must the sandbox of the default in production.
 * @throws AppError VALIDATION_ERROR naming each
 */
export function assertKnownProviders(changed: readonly Change[], registered: readonly string[]): void {
  const change = changed.find(({ setting }) => setting.key === paymentsSettings.enabledProviders.key);
  if (!change) return;
  const { default: initial, name } = paymentsSettings.enabledProviders;
  const before = (change.before?.value ?? initial) as EnabledProviders;
  const wanted = change.value as EnabledProviders;
  const known = new Set([...registered, ...initial.web, ...before.web, ...before.app]);
  const errors = (['web', 'app'] as const).flatMap((platform) =>
    wanted[platform].flatMap((id, index): FieldIssue[] => {
      if (known.has(id)) return [];
      const message = `must be a registered payment provider: ${registered.join(', ')} (got "${id}")`;
      return [{ path: `body.${name}.${platform}.${index}`, message, code: 'unknown_reference' }];
    }),
  );
  if (errors.length > 0) throw platformErrors.validation({}, { errors });
}
