import type { PluginPorts, PortsPlatform } from 'haat/plugin';
import { razorpayFeature } from '../domain/razorpay.feature.js';
import { razorpayAccount } from '../integrations/razorpay-account.js';
import { createRazorpayProvider } from '../integrations/razorpay-provider.js';
import { sandboxAccount } from '../integrations/sandbox-account.js';

/** The service, and the sandbox where the installation names one. */
export function createRazorpayPorts({ optionsOf }: Pick<PortsPlatform, 'optionsOf'>): PluginPorts {
  const { apiUrl, sandbox } = optionsOf(razorpayFeature);
  const accounts = [razorpayAccount(apiUrl), ...(sandbox ? [sandboxAccount(sandbox)] : [])];
  return { paymentProviders: accounts.map(createRazorpayProvider) };
}
