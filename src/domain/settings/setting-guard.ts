import type { Permission } from '#domain/_shared/permission.js';
import { SECURE_SETTINGS, type Setting } from '#domain/_shared/setting.js';
import type { SecretsFor } from '#domain/access/access.settings.js';

type Guarded = Pick<Setting<unknown>, 'permission' | 'credential'>;

/** The permission that a change of a setting needs. @param secretsFor who may change credentials: `access.secrets_for` */
export function permissionToChange({ permission, credential }: Guarded, secretsFor: SecretsFor): Permission {
  return credential && secretsFor === 'superAdmin' ? SECURE_SETTINGS : permission;
}

/** Whether a change needs a recent sign-in, and is mailed to every superAdmin. */
export function isGuarded({ permission, credential }: Guarded): boolean {
  return credential || permission === SECURE_SETTINGS;
}
