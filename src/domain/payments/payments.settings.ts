import { z } from 'zod';
import { type Setting, setting } from '#domain/_shared/setting.js';
import { knownOptionKeys } from './checkout-option.js';

const providerIds = z.array(z.string().trim().min(1).max(50)).max(20);
const credential = z.string().trim().max(500);

/** A credential of a payment provider, whose calls get all settings that begin with `payment.`; empty is "not set up". */
export function credentialSetting(name: string, description: string, secret = true) {
  return setting('admin', `payment.${name}`, {
    schema: credential,
    default: '',
    description,
    secret,
    credential: true,
  });
}

export interface EnabledProviders {
  web: string[];
  app: string[];
}

/** Which providers take payments; the account of each is in the settings of its plugin. */
export const paymentsSettings = {
  enabledProviders: setting<EnabledProviders>('admin', 'payment.enabled_providers', {
    schema: z.strictObject({ web: providerIds, app: providerIds }),
    // The sandbox is not registered in production, so there this is cash on delivery alone.
    default: { web: ['cod', 'sandbox'], app: ['cod', 'sandbox'] },
    description: 'Ids of the payment providers that buyers may choose, for the web and for the app',
  }),
} as const;

const text = (max: number) => z.string().trim().max(max);

/** How each way to pay is shown at checkout; empty texts leave the provider's own. */
export const checkoutPaymentSettings = Object.fromEntries(
  knownOptionKeys.flatMap((key) => {
    const name = (field: string) => `checkout_payment.${key}.${field}`;
    return [
      setting<string>('store', name('title'), {
        schema: text(80),
        default: '',
        description: `Name of ${key} at checkout; empty for the provider’s own`,
      }),
      setting<string>('store', name('description'), {
        schema: text(300),
        default: '',
        description: `Sentence under ${key} at checkout`,
      }),
      setting<string>('store', name('icon_url'), {
        schema: text(2048),
        default: '',
        description: `Icon of ${key}: a storage key or a URL`,
      }),
      setting<number>('store', name('sort_order'), {
        schema: z.int().min(0).max(1000),
        default: 0,
        description: `Place of ${key} among the options, the lowest first`,
      }),
    ].map((item) => [item.name, item]);
  }),
) as unknown as Record<string, Setting<string | number>>;
