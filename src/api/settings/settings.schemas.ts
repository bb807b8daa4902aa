import { z } from 'zod';
import { boundedRecordSchema, jsonValueSchema } from '#api/kernel/values.js';

export const settingDeclarationSchema = z
  .object({
    key: z.string(),
    scope: z.enum(['admin', 'store', 'vendor']),
    group: z.string(),
    description: z.string(),
    secret: z.boolean(),
    adminOnly: z.boolean(),
    ownerOnly: z.boolean(),
    permission: z.string().meta({ description: 'Needed to change it; of scope `vendor` the role decides' }),
    signInMinutes: z.int().nullable().meta({
      description: 'How recently who changes it has to have signed in; null where that does not matter',
    }),
    default: jsonValueSchema,
    schema: z.record(z.string(), jsonValueSchema).meta({ description: 'JSON Schema of the value' }),
  })
  .meta({ id: 'SettingDeclaration' });

/** Values by key without scope prefix; a secret is masked. */
export const settingValuesSchema = z.record(z.string(), jsonValueSchema).meta({ id: 'SettingValues' });

/** A flat object of keys, with or without their scope prefix. */
export const settingPatchSchema = boundedRecordSchema(256 * 1024).meta({ id: 'SettingPatch' });

/** Scopes whose values all vendors share. */
export const sharedScopes = ['admin', 'store'] as const;
export type SharedScope = (typeof sharedScopes)[number];
