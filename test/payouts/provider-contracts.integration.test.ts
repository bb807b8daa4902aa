import { createRazorpayxProvider } from '#plugins/razorpayx/integrations/razorpayx-provider.js';
import { sandboxAccount } from '#plugins/razorpayx/integrations/razorpayx-account.js';
import { startPayoutSandbox } from '../../sandboxes/payouts/payout-sandbox.js';
import { startWebhookReceiver } from '../payments/webhook-receiver.js';
import { payoutProviderContract } from './payout-provider-contract.js';

payoutProviderContract('razorpayx', async () => {
  const receiver = await startWebhookReceiver();
  const secret = 'sandbox-webhook-secret';
  const sandbox = await startPayoutSandbox({ port: 0, secret, apiBaseUrl: receiver.url, retryDelaysMs: [5] });
  sandbox.control({ course: ['processing'] });
  return {
    provider: createRazorpayxProvider(sandboxAccount({ url: sandbox.url, secret })),
    settings: {},
    sentTimes: (reference) => sandbox.payouts(reference).length,
    async end(id, state) {
      await sandbox.settled();
      receiver.received.length = 0;
      sandbox.move(id, state);
      await sandbox.settled();
      return [...receiver.received];
    },
    refuse: (refused) => sandbox.control({ refusePayouts: refused }),
    lose: (calls) => sandbox.control({ loseNext: calls }),
    async stop() {
      await sandbox.close();
      await receiver.close();
    },
  };
});
