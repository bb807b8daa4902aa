import { APIError } from 'better-auth/api';
import type { AccountsRepository } from '#db/accounts/accounts.repository.js';
import { vendorsErrors } from '#domain/vendors/vendors.errors.js';

/** The members of a suspended vendor stay who they are: nobody is invited, joins, gets another role or is removed. */
export function suspendedVendorHooks(accounts: Pick<AccountsRepository, 'isSuspendedVendor'>) {
  const refuse = async ({ organization }: { organization: { id: string } }): Promise<void> => {
    if (!(await accounts.isSuspendedVendor(organization.id))) return;
    const { message } = vendorsErrors.suspended();
    throw new APIError('FORBIDDEN', { code: 'VENDOR_SUSPENDED', message, reason: 'vendors.suspended' });
  };
  return {
    beforeCreateInvitation: refuse,
    beforeAcceptInvitation: refuse,
    beforeAddMember: refuse,
    beforeUpdateMemberRole: refuse,
    beforeRemoveMember: refuse,
  };
}
