import { definePermissions } from '#domain/_shared/permission.js';

export const searchPermissions = definePermissions({
  'search:reindex': 'Rebuild the search index and read its state',
  'search:manage': 'Write synonyms and read what buyers search for',
});
