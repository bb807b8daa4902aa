import { defineFeature } from '#domain/_shared/feature.js';

export const notesFeature = defineFeature({
  slug: 'notes',
  text: 'Internal notes of operators on orders, vendors and customers.',
  permissions: {
    'note:read': 'Read internal notes on any order, vendor or customer',
    'note:create': 'Add internal notes to any order, vendor or customer',
    'note:delete': 'Delete internal notes of anybody',
  },
  entities: ['note'],
});
