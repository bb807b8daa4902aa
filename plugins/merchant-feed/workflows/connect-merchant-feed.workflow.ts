import { condition, proxyActivities, setHandler } from '@temporalio/workflow';
import { type ConnectionStep, connectionStepQuery, outsideCall, type WorkflowOf } from 'haat/plugin';
import type { MerchantConnectionActivities } from '../activities/merchant-connection.activities.js';
import {
  type connectMerchantFeed as contract,
  type ConnectMerchantFeedInput,
  merchantConnectionChangedSignal,
} from './merchant-feed.contract.js';

const { registerMerchant, readMerchantAccount } = proxyActivities<MerchantConnectionActivities>(outsideCall);

/** An account that cannot be read for so long is for an operator to look at. */
const WAITS = 60;

export const connectMerchantFeed: WorkflowOf<typeof contract> = async (input: ConnectMerchantFeedInput) => {
  let { generation } = input;
  let changed = false;
  let step: ConnectionStep = 'registering';
  setHandler(merchantConnectionChangedSignal, (change) => {
    if (change.generation < generation) return;
    generation = change.generation;
    changed = true;
  });
  setHandler(connectionStepQuery, () => step);

  do {
    changed = false;
    await connect();
  } while (changed);

  /** Ends early when the connection it is for has been replaced or ended. */
  async function connect(): Promise<void> {
    const current = { generation, origin: input.origin };
    step = 'registering';
    if ((await registerMerchant(current)) === 'over') return;
    for (let waits = 0; waits < WAITS && !changed; waits += 1) {
      step = 'reading the account';
      const { retryAfterMs } = await readMerchantAccount({ ...current, waits });
      if (retryAfterMs === null) break;
      step = 'waiting for the registration';
      await condition(() => changed, retryAfterMs);
    }
    step = 'done';
  }
};
