import type { PluginPorts, PortsPlatform } from 'haat/plugin';
import { razorpayxFeature } from '../domain/razorpayx.feature.js';
import { razorpayxAccount, sandboxAccount } from '../integrations/razorpayx-account.js';
import { createRazorpayxProvider } from '../integrations/razorpayx-provider.js';

/** The service, and the sandbox where the installation names one. */
export function createRazorpayxPorts({ optionsOf }: Pick<PortsPlatform, 'optionsOf'>): PluginPorts {
  const { apiUrl, sandbox } = optionsOf(razorpayxFeature);
  const accounts = [razorpayxAccount(apiUrl), ...(sandbox ? [sandboxAccount(sandbox)] : [])];
  return { payoutProviders: accounts.map(createRazorpayxProvider) };
}
