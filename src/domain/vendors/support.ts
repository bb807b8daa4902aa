/** Minutes for which an operator who opened the panel of a vendor may look at it. */
export const SUPPORT_MINUTES = 60;

/** The vendor whose panel an operator looks at to help: everything can be read, nothing written. */
export interface SupportedVendor {
  vendorId: string;
  displayName: string;
  status: string;
  until: Date;
}
