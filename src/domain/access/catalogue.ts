import type { Permission } from '#domain/_shared/permission.js';
import type { Feature } from '#domain/_shared/feature.js';
import { features } from '#domain/features.js';

/** Every permission with its sentence, feature by feature. */
export const permissionCatalogue: Readonly<Record<Permission, string>> = Object.assign(
  {},
  ...features.map((feature: Feature) => feature.permissions),
);

export const allPermissions: ReadonlySet<Permission> = new Set(
  Object.keys(permissionCatalogue) as Permission[],
);
