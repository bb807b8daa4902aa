import { definePermissions } from '#domain/_shared/permission.js';

export const reportsPermissions = definePermissions({
  'reports:view': 'Read reports and the list of exports',
  'reports:export': 'Create and download exports of reports',
});
