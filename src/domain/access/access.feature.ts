import { defineFeature } from '#domain/_shared/feature.js';

export const accessFeature = defineFeature({
  slug: 'access',
  text: 'Roles, permissions and API keys of the operator’s staff.',
  permissions: {
    'role:read': 'Read the roles, the permissions and who has them',
    'role:manage': 'Write roles, give and take them, ban users',
    'apiKey:manage': 'Read, create and revoke API keys',
    'money:approve': 'Approve and refuse acts with money above the limits',
  },
  entities: ['apiKey', 'moneyApproval', 'role'],
});
