import { z } from 'zod';
import {
  idOf,
  idSchema,
  instantInputSchema,
  instantSchema,
  longTextSchema,
  textSchema,
} from '#api/kernel/values.js';
import { isAddressOrNetwork } from '#lib/addresses.js';
import { allPermissions } from '#domain/access/catalogue.js';

const permissionSchema = z.enum([...allPermissions]).meta({ id: 'Permission' });

/** A set: repeated names count once. */
const permissionSetSchema = z
  .array(permissionSchema)
  .max(500)
  .transform((names) => [...new Set(names)].sort());

export const permissionEntrySchema = z
  .object({ permission: permissionSchema, description: z.string() })
  .meta({ id: 'PermissionEntry' });

export const roleSchema = z
  .object({
    id: idOf('role'),
    name: z.string(),
    description: z.string(),
    permissions: z.array(permissionSchema),
    unknownPermissions: z.array(z.string()).meta({
      description:
        'Kept for plugins that are not registered at present: they grant nothing, and changes leave them',
    }),
    builtIn: z.boolean(),
    userCount: z.int(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    deletedAt: instantSchema.nullable(),
  })
  .meta({ id: 'Role' });

const nameSchema = textSchema(80).trim().min(1);
const descriptionSchema = longTextSchema(500).trim();

export const roleInputSchema = z
  .object({ name: nameSchema, description: descriptionSchema.default(''), permissions: permissionSetSchema })
  .meta({ id: 'RoleInput' });

export const rolePatchSchema = z
  .object({
    name: nameSchema.optional(),
    description: descriptionSchema.optional(),
    permissions: permissionSetSchema.optional(),
  })
  .meta({ id: 'RolePatch' });

export const adminUserSchema = z
  .object({
    id: idOf('user'),
    email: z.string().nullable().meta({ description: 'Null for guests' }),
    name: z.string().nullable(),
    emailVerified: z.boolean(),
    anonymous: z.boolean(),
    bannedAt: instantSchema.nullable(),
    createdAt: instantSchema,
    roles: z.array(z.object({ id: idOf('role'), name: z.string() })),
  })
  .meta({ id: 'AdminUser' });

export const userRolesSchema = z
  .object({
    roleIds: z
      .array(idSchema)
      .max(50)
      .meta({ description: 'All roles of the user; replaces the current ones' }),
  })
  .meta({ id: 'UserRolesInput' });

export const apiKeySchema = z
  .object({
    id: idOf('apiKey'),
    name: z.string(),
    prefix: z.string().meta({ description: 'First characters of the key', example: 'haat_Zk3v9Q' }),
    permissions: z.array(z.string()),
    createdBy: idOf('user'),
    createdAt: instantSchema,
    expiresAt: instantSchema.nullable(),
    lastUsedAt: instantSchema.nullable().meta({ description: 'To the minute' }),
    lastUsedAddress: z.string().nullable().meta({ description: 'IP address of the last use' }),
    moneyActs: z.boolean().meta({ description: 'Whether it may refund by hand and mark payouts as paid' }),
    allowedAddresses: z.array(z.string()).meta({ description: 'Empty: it is accepted from anywhere' }),
    revokedAt: instantSchema.nullable(),
  })
  .meta({ id: 'ApiKey' });

export const createdApiKeySchema = apiKeySchema
  .extend({
    key: z.string().meta({ description: 'The key itself. It is shown only once and is not stored.' }),
  })
  .meta({ id: 'CreatedApiKey' });

export const apiKeyInputSchema = z
  .object({
    name: nameSchema,
    permissions: permissionSetSchema.refine((names) => names.length > 0, 'needs at least one permission'),
    expiresAt: instantInputSchema.nullable().default(null),
    moneyActs: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether it may refund by hand and mark payouts as paid' }),
    allowedAddresses: z
      .array(
        z
          .string()
          .trim()
          .max(64)
          .refine(isAddressOrNetwork, 'must be an IP address or a network such as 10.0.0.0/8'),
      )
      .max(50)
      .default([])
      .meta({
        description: 'IP addresses and networks that it is accepted from; empty: from anywhere',
        example: ['203.0.113.7', '10.0.0.0/8'],
      }),
  })
  .meta({ id: 'ApiKeyInput' });
