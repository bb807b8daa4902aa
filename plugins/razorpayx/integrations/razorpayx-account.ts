import { type PayoutProvider, type PayoutSettings } from 'haat/plugin';

/** How an account in the RazorpayX shape is reached: the real service, or the sandbox that speaks the same. */
export interface RazorpayxAccount extends Pick<PayoutProvider, 'id' | 'label' | 'forDevelopment'> {
  /** Without `/v1`. */
  apiUrl: string;
  /** Null where a setting is missing. */
  credentials(settings: PayoutSettings): RazorpayxCredentials | null;
  /** The current secret first; an older one stays valid while it is set. Empty when none is set. */
  webhookSecrets(settings: PayoutSettings): string[];
}

export interface RazorpayxCredentials {
  keyId: string;
  keySecret: string;
  /** The account that payouts are taken from. */
  accountNumber: string;
}

/** What the sandbox accepts; its secret is the configured one. */
const SANDBOX_KEY_ID = 'rzp_test_sandbox';
const SANDBOX_ACCOUNT = '7878780080316316';

const valueOf = (settings: PayoutSettings, name: string) =>
  settings[`payout.razorpayx.${name}`]?.trim() ?? '';

/** The real service, with the credentials from the settings. @param apiUrl `https://api.razorpay.com`. */
export function razorpayxAccount(apiUrl: string): RazorpayxAccount {
  return {
    id: 'razorpayx',
    label: 'RazorpayX',
    apiUrl,
    credentials(settings) {
      const credentials = {
        keyId: valueOf(settings, 'key_id'),
        keySecret: valueOf(settings, 'key_secret'),
        accountNumber: valueOf(settings, 'account_number'),
      };
      return Object.values(credentials).includes('') ? null : credentials;
    },
    webhookSecrets: (settings) =>
      ['webhook_secret', 'webhook_secret_previous']
        .map((name) => valueOf(settings, name))
        .filter((secret) => secret !== ''),
  };
}

/** The sandbox: its credentials come from the configuration, so that it works with empty settings. */
export function sandboxAccount({ url, secret }: { url: string; secret: string }): RazorpayxAccount {
  return {
    id: 'razorpayx-sandbox',
    label: 'RazorpayX sandbox',
    forDevelopment: true,
    apiUrl: `${url.replace(/\/+$/, '')}/x`,
    credentials: () => ({ keyId: SANDBOX_KEY_ID, keySecret: secret, accountNumber: SANDBOX_ACCOUNT }),
    webhookSecrets: () => [secret],
  };
}
