import { AppError } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { optionLabels } from '#domain/payments/option-labels.js';
import { settingsOf } from '#domain/settings/registry.js';
import { HttpCallError } from '#integrations/http/http-call-error.js';
import { isConfigured, type PaymentProvider } from '#integrations/payments/payment-provider.js';
import type { PaymentProviders } from '#integrations/payments/payment-providers.js';
import { readPaymentSettings } from '#integrations/payments/read-payment-settings.js';
import type { Clock } from '#lib/clock.js';
import type { SettingsReader } from '#lib/settings.js';
import type { PaymentOption, PaymentOptions } from './payment-options.js';

/** An operator waits for the result, so a silent provider counts as down sooner than in a workflow. */
const CHECK_TIMEOUT_MS = 10_000;

const columns = { web: 'WEB', app: 'APP' } as const;
type Column = keyof typeof columns;
export type EnabledOn = Record<Column, boolean>;

export interface ProviderCheck {
  ok: boolean;
  /** Why it is not ok, in the provider's words. */
  reason: string | null;
  checkedAt: Date;
}

/** The lists of providers and ways to pay behind the settings pages, and the check of a provider's credentials. */
export function createPaymentFeeds(deps: {
  providers: PaymentProviders;
  options: PaymentOptions;
  settings: SettingsReader;
  clock: Clock;
}) {
  const { providers, options, settings, clock } = deps;

  function gatewayRow(provider: PaymentProvider) {
    const { id, label, description, methods, supportedPlatforms } = provider;
    const configured = isConfigured(provider, readPaymentSettings(settings));
    const disabledColumns = unservedColumns(provider);
    return {
      value: id,
      label,
      ...(description ? { description } : {}),
      ...(configured ? {} : { badge: 'Add credentials' }),
      ...(disabledColumns.length > 0
        ? { disabledColumns, disabledReason: disabledReason(label, disabledColumns) }
        : {}),
      ...(hasSettingsGroup(id) ? { href: `/settings/admin/payment.${id}` } : {}),
      methods: [...methods],
      supportedPlatforms: [...supportedPlatforms],
      configured,
      enabled: options.enabledOn(provider),
    };
  }

  function optionRows(all: readonly PaymentOption[]) {
    const labels = optionLabels(
      all.map(({ provider, method }) => ({
        label: provider.methodLabels[method] ?? provider.label,
        providerLabel: provider.label,
      })),
    );
    return all.map((option, index) => optionRow(option, labels[index] ?? option.key));
  }

  function optionRow({ key, provider, method }: PaymentOption, label: string) {
    const enabled = options.enabledOn(provider);
    return {
      value: key,
      label,
      description: whereEnabled(enabled),
      providerId: provider.id,
      method,
      enabled,
    };
  }

  return {
    gateways: () => providers.list().map(gatewayRow),
    checkoutOptions: () => optionRows(options.all()),

    /**
     * Asks the provider with the stored credentials; a provider without an API is always ok.
     * @throws AppError NOT_FOUND for a provider that is not registered
     */
    async check(providerId: string): Promise<ProviderCheck> {
      const provider = providers.get(providerId);
      if (!provider) throw platformErrors.notFound({ entity: 'Payment provider' });
      const reason = await failureOf(provider);
      return { ok: reason === null, reason, checkedAt: clock.now() };
    },
  };

  async function failureOf(provider: PaymentProvider): Promise<string | null> {
    try {
      await provider.check?.({ settings: readPaymentSettings(settings), timeoutMs: CHECK_TIMEOUT_MS });
      return null;
    } catch (error) {
      if (error instanceof HttpCallError) return error.reason;
      // A credential is missing: the message names its key.
      if (error instanceof AppError && error.status === 409) return error.message;
      throw error;
    }
  }
}

function unservedColumns({ supportedPlatforms }: PaymentProvider): Column[] {
  const names = Object.keys(columns) as Column[];
  return supportedPlatforms.includes('BOTH')
    ? []
    : names.filter((column) => !supportedPlatforms.includes(columns[column]));
}

function disabledReason(label: string, unserved: readonly Column[]): string {
  return `${label} takes no payments ${unserved.map((column) => (column === 'web' ? 'on the web' : 'in the app')).join(' or ')}`;
}

function hasSettingsGroup(providerId: string): boolean {
  return settingsOf('admin').some(({ key }) => key.startsWith(`admin.payment.${providerId}.`));
}

function whereEnabled({ web, app }: EnabledOn): string {
  if (web && app) return 'Enabled on the web and in the app';
  if (web) return 'Enabled on the web';
  if (app) return 'Enabled in the app';
  return 'Not enabled on any platform';
}
