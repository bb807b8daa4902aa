import { definePermissions } from '#domain/_shared/permission.js';

export const mediaPermissions = definePermissions({
  'media:upload': 'Upload images for the platform',
});
