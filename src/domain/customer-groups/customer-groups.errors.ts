import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const customerGroupsErrors = defineErrors({
  membersByRules: {
    code: 'CONFLICT',
    status: 409,
    message: 'The members of this group follow from its rules: change the rules instead',
    when: 'members are added to or removed from a group by rules',
  },
  groupInUse: {
    code: 'CONFLICT',
    status: 409,
    message: 'The group is used by {uses}: remove it there first',
    when: 'a group that a discount, a campaign or a product names is deleted',
  },
});
