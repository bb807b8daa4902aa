import type { FieldIssue } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { type TaxIdentity, taxIdentityProblems } from '#domain/vendors/tax-identity.js';

/** @throws AppError VALIDATION_ERROR where GSTIN, state code and address contradict each other */
export function checkTaxIdentity(identity: TaxIdentity): void {
  const errors = taxIdentityProblems(identity).map(({ field, message }): FieldIssue => ({
    path: `body.${field}`,
    message,
    code: 'state_mismatch',
  }));
  if (errors.length > 0) throw platformErrors.validation({}, { errors });
}
