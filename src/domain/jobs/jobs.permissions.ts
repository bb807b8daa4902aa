import { definePermissions } from '#domain/_shared/permission.js';

export const jobsPermissions = definePermissions({
  'job:read': 'Read background jobs and the deliveries of events',
  'job:cancel': 'Cancel background jobs, retry or drop deliveries',
});
