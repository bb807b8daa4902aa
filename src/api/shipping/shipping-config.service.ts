import type { FieldIssue } from '#domain/_shared/app-error.js';
import type { SettingsService } from '#api/settings/settings.service.js';
import { isFreshSession, maySeeSecrets } from '#api/settings/secure-settings.js';
import { requireUser, requireVendor } from '#api/kernel/require.js';
import { managesVendor } from '#db/vendors/vendor-role.query.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { checkoutSettings } from '#domain/checkout/checkout.settings.js';
import type { CarrierConfig } from '#domain/shipping/carrier-config.js';
import { courierCodeOf } from '#domain/shipping/couriers.js';
import { type ProviderId, type ProviderSummary, providerIds, providers } from '#domain/shipping/provider.js';
import { shippingSettings } from '#domain/shipping/shipping.settings.js';
import { HttpCallError } from '#integrations/http/http-call-error.js';
import { maskSecret } from '#lib/crypto.js';
import type { Platform } from '#operations/platform.js';
import {
  type CarrierOwner,
  carrierSettingNames,
  readCarrierConfig,
} from '#operations/shipping/carrier-accounts.js';
import { shippingProvider } from '#operations/shipping/carrier-for.js';

/** A page of settings waits no longer for somebody else's service. */
const ACCOUNTS_TIMEOUT_MS = 3_000;

export interface ShippingConfig {
  enabledProviders: ProviderId[];
  flatRateSubunit: number;
  freeAboveSubunit: number | null;
}

export interface ShippingConfigPatch {
  enabledProviders?: string[];
  flatRateSubunit?: number;
  freeAboveSubunit?: number | null;
}

/** How vendors charge for shipping, which providers they use, and the accounts at the carrier. */
export function createShippingConfigService(platform: Platform, settingsService: SettingsService) {
  const { config, settings, knex, logger } = platform;
  const allowed = (): ProviderId[] =>
    providerIds.filter((id) => settings.get(shippingSettings.allowedProviders).includes(id));

  async function read(vendorId: string): Promise<ShippingConfig> {
    const [enabled, flatRateSubunit, freeAboveSubunit] = await Promise.all([
      settings.forVendor(vendorId, shippingSettings.enabledProviders),
      settings.forVendor(vendorId, checkoutSettings.shippingFlatRate),
      settings.forVendor(vendorId, checkoutSettings.shippingFreeAbove),
    ]);
    const enabledProviders = allowed().filter((id) => !enabled || enabled.includes(id));
    return { enabledProviders, flatRateSubunit, freeAboveSubunit };
  }

  async function patch(
    ctx: Context,
    vendorId: string,
    body: ShippingConfigPatch,
    write: SettingsService['patchVendor'],
  ): Promise<ShippingConfig> {
    const refused = (body.enabledProviders ?? []).flatMap((id, index): FieldIssue[] =>
      allowed().includes(id as ProviderId)
        ? []
        : [
            {
              path: `body.enabledProviders.${index}`,
              message: `"${id}" is not a shipping provider that the platform allows`,
              code: 'invalid_value',
            },
          ],
    );
    if (refused.length > 0) throw platformErrors.validation({}, { errors: refused });
    const { enabledProviders, flatRateSubunit, freeAboveSubunit } = body;
    await write(ctx, vendorId, {
      ...(enabledProviders && { 'shipping.enabled_providers': [...new Set(enabledProviders)] }),
      ...(flatRateSubunit !== undefined && { 'shipping.flat_rate_subunit': flatRateSubunit }),
      ...(freeAboveSubunit !== undefined && { 'shipping.free_above_subunit': freeAboveSubunit }),
    });
    return read(vendorId);
  }

  function webhookUrl(owner: CarrierOwner): string | null {
    const base = config.webhookBaseUrl;
    return (
      base && `${base}/webhooks/shipping/carrier/${owner.source === 'vendor' ? owner.vendorId : 'platform'}`
    );
  }

  async function readCarrier(owner: CarrierOwner) {
    return { ...(await readCarrierConfig(settings, owner)), webhookUrl: webhookUrl(owner) };
  }

  type ShownCarrier = Awaited<ReturnType<typeof readCarrier>>;
  const masked = (carrier: ShownCarrier): ShownCarrier => ({
    ...carrier,
    apiKey: maskSecret(carrier.apiKey),
    webhookSecret: maskSecret(carrier.webhookSecret),
  });

  /** The vendor's own account. Secrets are in clear for owners and admins who signed in recently. */
  async function readOwnCarrier(ctx: Context): Promise<ShownCarrier> {
    const vendorId = requireVendor(ctx);
    const own = await readCarrier({ source: 'vendor', vendorId });
    const shown = isFreshSession(ctx) && (await managesVendor(knex, vendorId, requireUser(ctx)));
    return shown ? own : masked(own);
  }

  /** The platform's account. Secrets are in clear for who may change secure settings now. */
  async function readPlatformCarrier(ctx: Context): Promise<ShownCarrier> {
    const carrier = await readCarrier({ source: 'platform' });
    return maySeeSecrets(ctx) ? carrier : masked(carrier);
  }

  const platformClient = async () => {
    const account = await readCarrierConfig(settings, { source: 'platform' });
    return account.apiKey ? shippingProvider(platform).connect(account) : null;
  };

  return {
    read,
    patchOwn: (ctx: Context, body: ShippingConfigPatch) =>
      patch(ctx, requireVendor(ctx), body, settingsService.patchVendor),
    patchAsAdmin: (ctx: Context, vendorId: string, body: ShippingConfigPatch) =>
      patch(ctx, vendorId, body, settingsService.patchVendorAsAdmin),

    /** The registered providers that the platform allows and the vendor has enabled. */
    async providersOf(vendorId: string): Promise<ProviderSummary[]> {
      return (await read(vendorId)).enabledProviders.map((id) => providers[id]);
    },

    readOwnCarrier,

    async patchOwnCarrier(ctx: Context, body: Partial<CarrierConfig>) {
      const vendorId = requireVendor(ctx);
      const owner: CarrierOwner = { source: 'vendor', vendorId };
      await settingsService.patchVendor(ctx, vendorId, carrierSettingNames(owner, body) as never);
      return readOwnCarrier(ctx);
    },

    readPlatformCarrier,

    async patchPlatformCarrier(ctx: Context, body: Partial<CarrierConfig>) {
      const names = carrierSettingNames({ source: 'platform' }, body);
      await settingsService.patchShared(ctx, 'admin', names as never);
      return readPlatformCarrier(ctx);
    },

    /** The active accounts of the platform's key at supported couriers; none when they cannot be read. */
    async activeCouriers() {
      const client = await platformClient();
      if (!client) return [];
      try {
        const accounts = await client.accounts(ACCOUNTS_TIMEOUT_MS);
        return accounts.flatMap(({ courierName, cpId, accountCode, active }) => {
          const code = active ? courierCodeOf(courierName) : undefined;
          return code ? [{ code, courierName, cpId, accountCode }] : [];
        });
      } catch (error) {
        logger.warn({ err: error }, 'carrier accounts cannot be fetched');
        return [];
      }
    },

    /** Whether the platform's key works: one call that changes nothing. */
    async testCarrier(): Promise<{ ok: boolean; reason: string | null }> {
      const client = await platformClient();
      if (!client) return { ok: false, reason: 'carrier.api_key is not set' };
      try {
        await client.accounts(ACCOUNTS_TIMEOUT_MS);
        return { ok: true, reason: null };
      } catch (error) {
        if (!(error instanceof HttpCallError)) throw error;
        return { ok: false, reason: error.reason };
      }
    },
  };
}

export type ShippingConfigService = ReturnType<typeof createShippingConfigService>;
