import type { Platform } from '#operations/platform.js';
import { createAccountsService } from './accounts.service.js';
import { createCustomersService } from './customers.service.js';
import { createSecondFactorService } from './second-factor.service.js';

/** The use cases of the feature, as route handlers see them. */
export const createAccountsServices = (platform: Platform) => ({
  accounts: createAccountsService(platform),
  customers: createCustomersService(platform),
  secondFactor: createSecondFactorService(platform),
});
