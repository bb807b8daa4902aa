import type { ShippingConfigService } from '#api/shipping/shipping-config.service.js';
import { vendorOfSubOrder } from '#db/orders/vendor-orders.query.js';
import type { FieldIssue } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { courierTitle, isCourierCode } from '#domain/shipping/couriers.js';
import {
  type CredentialSource,
  credentialSources,
  type ProviderId,
  providerIds,
  providers,
} from '#domain/shipping/provider.js';
import { shippingErrors } from '#domain/shipping/shipping.errors.js';
import type { ParcelPieces } from '#domain/shipping/parcel.js';
import type { Platform } from '#operations/platform.js';
import { carrierOwner, readCarrierConfig } from '#operations/shipping/carrier-accounts.js';
import { shippingProvider } from '#operations/shipping/carrier-for.js';
import type { ShipmentRequest } from '#operations/shipping/shipment-steps.js';

/** How somebody wants to have a sub-order fulfilled. */
export interface FulfilmentInput {
  providerId: ProviderId;
  courierCode?: string;
  method?: string;
  trackingCode?: string;
  trackingUrl?: string;
  /** Null where an administrator has not said it. */
  credentialSource: CredentialSource | null;
  /** The pieces of a parcel; everything that is left where undefined. */
  lines?: ParcelPieces[];
}

/** What can be checked of a fulfilment before anything is written. */
export function createFulfilmentChecks(
  deps: Pick<Platform, 'knex' | 'settings' | 'config' | 'ports'> & { shippingConfig: ShippingConfigService },
) {
  const { knex, settings, shippingConfig } = deps;
  const { missingKeys } = shippingProvider(deps);

  function missingField(path: string, message: string) {
    const errors: FieldIssue[] = [{ path: `body.${path}`, message, code: 'required' }];
    return platformErrors.validation({}, { errors });
  }

  async function assertEnabled(vendorId: string, providerId: ProviderId): Promise<void> {
    const enabled = (await shippingConfig.read(vendorId)).enabledProviders;
    if (enabled.includes(providerId)) return;
    const message = 'is not enabled for this vendor';
    const errors: FieldIssue[] = [{ path: 'body.providerId', message, code: 'invalid_value' }];
    throw shippingErrors.providerNotEnabled({ providerId }, { errors });
  }

  return {
    vendorOf: (scope: { subOrderId: string; vendorId?: string }) => vendorOfSubOrder(knex, scope),

    /** @throws AppError VALIDATION_ERROR naming every setting or field that is missing */
    async requestOf(vendorId: string, input: FulfilmentInput): Promise<ShipmentRequest> {
      const { providerId, courierCode, credentialSource } = input;
      await assertEnabled(vendorId, providerId);
      const provider = providers[providerId];
      const shared = {
        providerId,
        method: input.method ?? provider.methods[0] ?? '',
        ...(input.lines && { pieces: input.lines }),
        trackingUrl: input.trackingUrl ?? null,
      };
      if (!provider.needsCredentials) {
        const own = { credentialSource: null, courierCode: courierCode ?? null, account: null };
        return { ...shared, ...own, trackingCode: input.trackingCode ?? null };
      }
      if (!courierCode) throw missingField('courierCode', 'is required for this provider');
      if (!credentialSource) throw missingField('credentialSource', 'is required for this provider');
      const account = await readCarrierConfig(settings, carrierOwner(credentialSource, vendorId));
      const missing = missingKeys(account, courierCode);
      const mapped = account.courierMap[courierCode];
      if (missing.length > 0 || !mapped) {
        const errors = missing.map((key): FieldIssue => ({
          path: key,
          message: 'is not set',
          code: 'missing',
        }));
        throw shippingErrors.missingConfiguration({ keys: missing.join(', ') }, { errors });
      }
      // The carrier gives the tracking code.
      return { ...shared, credentialSource, courierCode, account: mapped, trackingCode: null };
    },

    async options(vendorId: string) {
      const enabled = (await shippingConfig.read(vendorId)).enabledProviders;
      const accounts = await Promise.all(
        credentialSources.map(async (source) => {
          const account = await readCarrierConfig(settings, carrierOwner(source, vendorId));
          const missing = missingKeys(account);
          const couriers = Object.entries(account.courierMap).flatMap(([code, { cpId, accountCode }]) =>
            isCourierCode(code) ? [{ code, name: courierTitle(code), cpId, accountCode }] : [],
          );
          return { source, configured: missing.length === 0, missingKeys: missing, couriers };
        }),
      );
      return providerIds.map((id) => ({
        id,
        methods: providers[id].methods,
        enabled: enabled.includes(id),
        credentialSources: providers[id].needsCredentials ? accounts : [],
      }));
    },
  };
}

export type FulfilmentChecks = ReturnType<typeof createFulfilmentChecks>;
