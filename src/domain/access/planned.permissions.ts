import { definePermissions } from '#domain/_shared/permission.js';

/**
 * Permissions of features that are still to come. Roles can be composed of them already, so that nobody's role changes
 * its meaning later. A feature takes its lines from here into its own file when it is built.
 */
export const plannedPermissions = definePermissions({});
