import { defineFeature } from '#domain/_shared/feature.js';

export const customerGroupsFeature = defineFeature({
  slug: 'customer-groups',
  text: 'Groups of customers, by hand or by rules, for discounts, campaigns and reports.',
  permissions: {
    'customerGroup:read': 'Read customer groups and their members',
    'customerGroup:create': 'Create customer groups',
    'customerGroup:update': 'Change customer groups and their members',
    'customerGroup:delete': 'Delete customer groups',
  },
  entities: ['customerGroup'],
});
