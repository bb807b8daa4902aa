/** A permission, `resource:action`. */
export type Permission = `${string}:${string}`;

/** Declares a feature's permissions, each with a sentence for the catalogue. */
export function definePermissions<const T extends Record<Permission, string>>(table: T): T {
  return table;
}
