import type { Platform } from '#operations/platform.js';
import { createCustomerGroupsService } from './customer-groups.service.js';
import { createGroupProductsService } from './group-products.service.js';
import { createGroupMembersService } from './group-members.service.js';
import { createMemberListings } from './member-listings.js';

/** The use cases of the feature, as route handlers see them. */
export const createCustomerGroupsServices = (platform: Platform) => ({
  customerGroups: createCustomerGroupsService(platform),
  groupProducts: createGroupProductsService(platform),
  groupMembers: createGroupMembersService(platform),
  memberListings: createMemberListings(platform),
});
