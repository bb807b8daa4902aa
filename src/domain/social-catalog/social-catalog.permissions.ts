import { definePermissions } from '#domain/_shared/permission.js';

export const socialCatalogPermissions = definePermissions({
  'socialCatalog:view': 'Read the state of the social catalog',
  'socialCatalog:manage': 'Connect and manage the social catalog',
});
