import { z } from 'zod';
import { idOf, instantSchema } from '#api/kernel/values.js';
import { localeSchema } from '#domain/mail/mail.settings.js';

const membershipSchema = z
  .object({
    id: idOf('vendor'),
    slug: z.string(),
    displayName: z.string(),
    status: z.string(),
    role: z.string().meta({ description: 'Within the vendor: owner, admin or member', example: 'owner' }),
  })
  .meta({ id: 'VendorMembership' });

export const vendorSupportSchema = z
  .object({
    vendorId: idOf('vendor'),
    displayName: z.string(),
    status: z.string(),
    until: instantSchema.meta({ description: 'When the panel closes by itself' }),
  })
  .meta({ id: 'VendorSupport' });

export const meSchema = z
  .object({
    user: z.object({
      id: idOf('user'),
      email: z.string().nullable().meta({ description: 'Null for guests' }),
      name: z.string().nullable(),
      image: z.string().nullable(),
      emailVerified: z.boolean(),
      anonymous: z.boolean().meta({ description: 'Whether this is a guest, without an account' }),
      createdAt: instantSchema,
      locale: z.string().nullable().meta({ description: 'Language of mails; null for that of the store' }),
    }),
    locales: z
      .array(z.object({ locale: z.string(), name: z.string().meta({ example: 'हिन्दी' }) }))
      .meta({ description: 'The languages that mails come in, that of the store first' }),
    roles: z.array(z.string()).meta({ description: 'Names of the platform roles', example: ['admin'] }),
    activeVendor: membershipSchema.nullable(),
    vendors: z.array(membershipSchema).meta({ description: 'Every vendor that the user works for' }),
    support: vendorSupportSchema
      .nullable()
      .meta({ description: 'The vendor whose panel an operator has opened to look at it' }),
  })
  .meta({ id: 'Me' });

export const meInput = z
  .object({ locale: localeSchema.nullable().meta({ description: 'Null for the language of the store' }) })
  .meta({ id: 'MeInput' });

export const activeVendorSchema = z
  .object({ vendorId: idOf('vendor').nullable().meta({ description: 'Null for none' }) })
  .meta({ id: 'ActiveVendorInput' });
