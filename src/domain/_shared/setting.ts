import type { z } from 'zod';
import type { Permission } from './permission.js';

export type SettingScope = 'admin' | 'store' | 'vendor';

/** One key of the settings registry, declared once. */
export interface Setting<T> {
  /** The full key, `<scope>.<group>.<name>`, as stored. */
  readonly key: string;
  readonly scope: SettingScope;
  /** The key without its scope, as read and written through the API. */
  readonly name: string;
  readonly group: string;
  readonly schema: z.ZodType<T>;
  readonly default: T;
  readonly description: string;
  /** Encrypted at rest and masked on reads. */
  readonly secret: boolean;
  /** In scope `vendor`: only an admin may write it. */
  readonly adminOnly: boolean;
  /** In scope `vendor`: of the vendor's people only its owner may write it. */
  readonly ownerOnly: boolean;
  /** Needed to change it, besides what the operation itself asks for; of scope `vendor` the role within the vendor decides. */
  readonly permission: Permission;
  /** The name that it had before, which is still taken. */
  readonly formerName?: string;
  /** A credential at another service: `access.secrets_for` says who may change it, in a session signed in recently. */
  readonly credential: boolean;
}

/** Of settings that decide where mail, links and payouts go, and who may do what: with one of them an account can be taken over. */
export const SECURE_SETTINGS: Permission = 'adminSetting:secure';

interface Spec<T> {
  schema: z.ZodType<T>;
  default: NoInfer<T>;
  description: string;
  secret?: boolean;
  adminOnly?: boolean;
  ownerOnly?: boolean;
  /** `adminSetting:update` unless it says otherwise. */
  permission?: Permission;
  /** The name that it had before, without its scope: it is still taken on writes. */
  formerName?: string;
  /** True for secrets that name no permission, unless it says otherwise. */
  credential?: boolean;
}

/** Declares a setting: `setting('admin', 'invoice.number_prefix', { schema, default, description })`. */
export function setting<T>(scope: SettingScope, name: string, spec: Spec<T>): Setting<T> {
  return Object.freeze({
    ...spec,
    key: `${scope}.${name}`,
    scope,
    name,
    group: name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : '',
    secret: spec.secret ?? false,
    adminOnly: spec.adminOnly ?? false,
    ownerOnly: spec.ownerOnly ?? false,
    permission: spec.permission ?? 'adminSetting:update',
    credential: spec.credential ?? (spec.secret === true && spec.permission === undefined),
  });
}
