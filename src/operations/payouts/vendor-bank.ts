import type { BankAccount } from '#domain/payouts/payout.js';
import { bankSettings } from '#domain/payouts/payouts.settings.js';
import type { Platform } from '#operations/platform.js';

/** The bank account of a vendor, encrypted as payouts keep it, or the settings that are missing. */
export type VendorBank = { bank: string } | { missing: string[] };

export function createVendorBankReader({ settings, keyring }: Pick<Platform, 'settings' | 'keyring'>) {
  return async (vendorId: string): Promise<VendorBank> => {
    const account: Partial<BankAccount> = {};
    const missing: string[] = [];
    for (const [name, key] of Object.entries(bankSettings)) {
      const value = await settings.forVendor(vendorId, key);
      if (value === '') missing.push(key.name);
      else account[name as keyof BankAccount] = value;
    }
    return missing.length > 0 ? { missing } : { bank: keyring.encrypt(JSON.stringify(account)) };
  };
}
