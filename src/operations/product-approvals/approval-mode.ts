import { createProductApprovalsRepository } from '#db/product-approvals/product-approvals.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { ApprovalMode } from '#domain/product-approvals/product-approval.js';
import { productApprovalsSettings } from '#domain/product-approvals/product-approvals.settings.js';
import type { SettingsReader } from '#lib/settings.js';

const repository = createProductApprovalsRepository();

type Settings = Pick<SettingsReader, 'get'>;

/** What the settings say of a vendor; they are held in memory, so that nothing is asked where approval is off. */
export function approvalSetting(settings: Settings, vendorId: string): ApprovalMode {
  const own = settings.get(productApprovalsSettings.approvalByVendor)[vendorId];
  return own ?? settings.get(productApprovalsSettings.approval);
}

/** What waits of a vendor, a trusted one's nothing. A vendor that the settings name is treated as they say. */
export async function approvalMode(tx: Tx, settings: Settings, vendorId: string): Promise<ApprovalMode> {
  const mode = approvalSetting(settings, vendorId);
  const enough = settings.get(productApprovalsSettings.trustedAfter);
  const isNamed = settings.get(productApprovalsSettings.approvalByVendor)[vendorId] !== undefined;
  if (mode === 'off' || isNamed || enough === 0) return mode;
  return (await repository.approvalsInARow(tx, vendorId, enough)) < enough ? mode : 'off';
}
