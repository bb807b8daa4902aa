import { definePermissions } from '#domain/_shared/permission.js';

export const contentPagesPermissions = definePermissions({
  'content:read': 'Read content pages',
  'content:create': 'Create and duplicate content pages',
  'content:update': 'Change and restore content pages',
  'content:delete': 'Delete content pages',
  'content:manageRawHtml': 'Write content pages in raw HTML',
});
