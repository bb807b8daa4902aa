import { definePermissions } from '#domain/_shared/permission.js';

export const reviewsPermissions = definePermissions({
  'review:moderate': 'Read, approve and reject reviews',
});
