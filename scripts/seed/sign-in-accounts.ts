import type { Config } from '#lib/config.js';

/** Somebody who can sign in, as the table of the start prints them. */
export interface SignInAccount {
  role: 'admin' | 'approver' | 'vendor' | 'customer';
  email: string;
  password: string;
}

/** The second person, who approves what the administrator asks for above the limits; and the other way round. */
export const approverAccount: SignInAccount = {
  role: 'approver',
  email: 'approver@example.com',
  password: 'approver-password',
};

/** The owner of the first vendor. The owners of the others have the same password. */
export const vendorAccount: SignInAccount = {
  role: 'vendor',
  email: 'vendor@example.com',
  password: 'vendor-password',
};

export const customerAccount: SignInAccount = {
  role: 'customer',
  email: 'customer@example.com',
  password: 'customer-password',
};

/** All accounts to be printed: the administrator is the one of the configuration. */
export function signInAccounts(config: Pick<Config, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>): SignInAccount[] {
  const admin: SignInAccount = { role: 'admin', email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD };
  return [admin, approverAccount, vendorAccount, customerAccount];
}
