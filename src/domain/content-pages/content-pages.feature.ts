import { defineFeature } from '#domain/_shared/feature.js';

export const contentPagesFeature = defineFeature({
  slug: 'content-pages',
  text: 'Pages of text in a tree, with drafts, previews and publication.',
  permissions: {
    'content:read': 'Read content pages',
    'content:create': 'Create and duplicate content pages',
    'content:update': 'Change and restore content pages',
    'content:delete': 'Delete content pages',
    'content:manageRawHtml': 'Write content pages in raw HTML',
  },
  entities: ['contentPage'],
});
