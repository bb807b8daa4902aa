import { definePermissions } from '#domain/_shared/permission.js';

export const eventsPermissions = definePermissions({
  'job:read': 'Read background jobs and the deliveries of events',
  'job:cancel': 'Cancel background jobs, retry or drop deliveries',
});
