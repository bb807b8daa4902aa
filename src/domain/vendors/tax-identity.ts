import { type Address, HOME_COUNTRY } from '#domain/_shared/address.js';
import { gstStateName } from '#domain/tax/gst-states.js';
import { stateCodeOfGstin } from '#domain/tax/gstin.js';

/** What decides how a seller's supplies are taxed. */
export interface TaxIdentity {
  gstin: string | null;
  /** Two-digit GST code. */
  stateCode: string | null;
  address: Address | null;
}

/** A field that contradicts another. */
export interface TaxIdentityProblem {
  field: 'gstin' | 'stateCode' | 'address.stateCode';
  message: string;
}

/** The state is the one that is stated, else that of the registration, else that of the place of business. */
export function withStateCode<T extends TaxIdentity>(identity: T): T {
  const { gstin, stateCode, address } = identity;
  return {
    ...identity,
    stateCode: stateCode ?? stateCodeOfGstin(gstin ?? '') ?? homeStateOf(address) ?? null,
  };
}

/**
 * A GSTIN belongs to one state (CGST Act 2017, section 25) and covers places of business in that state alone: its
 * first two digits, the state code and the address must agree, or invoices would split the tax for the wrong state.
 */
export function taxIdentityProblems({ gstin, stateCode, address }: TaxIdentity): TaxIdentityProblem[] {
  const problems: TaxIdentityProblem[] = [];
  const registered = gstin ? stateCodeOfGstin(gstin) : undefined;
  const home = homeStateOf(address);
  if (registered && registered !== stateCode) {
    problems.push({ field: 'gstin', message: `belongs to ${named(registered)}, not to ${named(stateCode)}` });
  }
  if (home && home !== stateCode) {
    problems.push({
      field: 'address.stateCode',
      message: `must be ${named(stateCode)}, as the seller's state`,
    });
  }
  return problems;
}

function homeStateOf(address: Address | null): string | undefined {
  return address?.country === HOME_COUNTRY ? address.stateCode : undefined;
}

function named(code: string | null): string {
  return code ? `${code} (${gstStateName(code) ?? 'unknown'})` : 'no state';
}
