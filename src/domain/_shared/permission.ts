/** A permission, `resource:action`. */
export type Permission = `${string}:${string}`;
