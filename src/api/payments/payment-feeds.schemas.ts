import { z } from 'zod';
import { instantSchema } from '#api/kernel/values.js';

const enabledSchema = z.object({ web: z.boolean(), app: z.boolean() });

export const gatewayRowSchema = z
  .object({
    value: z.string().meta({ description: 'Provider id, as `payment.enabled_providers` holds it' }),
    label: z.string(),
    description: z.string().optional(),
    badge: z
      .string()
      .optional()
      .meta({ description: '`Add credentials` while the provider is not configured' }),
    disabledColumns: z
      .array(z.enum(['web', 'app']))
      .optional()
      .meta({ description: 'Platforms that the provider cannot serve' }),
    disabledReason: z.string().optional().meta({ description: 'Why a platform cannot be served' }),
    href: z.string().optional().meta({ description: 'Path of the provider’s settings page' }),
    methods: z.array(z.string()),
    supportedPlatforms: z.array(z.enum(['WEB', 'APP', 'BOTH'])),
    configured: z.boolean(),
    enabled: enabledSchema,
  })
  .meta({ id: 'PaymentGatewayRow' });

export const checkoutOptionRowSchema = z
  .object({
    value: z.string().meta({ description: 'Option key, as place-order takes it' }),
    label: z.string(),
    description: z.string().meta({ description: 'Where the option is enabled' }),
    providerId: z.string(),
    method: z.string(),
    enabled: enabledSchema,
  })
  .meta({ id: 'CheckoutOptionRow' });

export const providerCheckSchema = z
  .object({
    ok: z.boolean(),
    reason: z.string().nullable().meta({ description: 'Why the call failed; never holds a credential' }),
    checkedAt: instantSchema,
  })
  .meta({ id: 'PaymentProviderCheck' });
