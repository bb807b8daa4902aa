import { definePermissions } from '#domain/_shared/permission.js';

export const boughtTogetherPermissions = definePermissions({
  'fbt:refresh': 'Have the products that are bought together computed anew',
});
