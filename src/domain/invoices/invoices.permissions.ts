import { definePermissions } from '#domain/_shared/permission.js';

export const invoicesPermissions = definePermissions({
  'invoice:view': 'See, generate and download the invoices of any order',
  'invoice:regenerate': 'Render an issued invoice again',
});
