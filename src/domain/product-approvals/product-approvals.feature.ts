import { defineFeature } from '#domain/_shared/feature.js';

export const productApprovalsFeature = defineFeature({
  slug: 'product-approvals',
  text: 'New products and changes of products that wait for the approval of the operator.',
  permissions: {
    'productApproval:decide': 'Read, approve and reject new products and changes of products',
  },
  entities: ['productApproval'],
});
