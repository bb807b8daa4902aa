import { condition, isCancellation, proxyActivities, setHandler } from '@temporalio/workflow';
import type { MerchantConnectionActivities } from '#activities/merchant-feed/merchant-connection.activities.js';
import type { WorkflowOf } from '#lib/workflow/contract.js';
import { outsideCall } from '#workflows/_shared/activity-presets.js';
import { type ConnectionStep, connectionStepQuery } from '#workflows/feeds/feeds.contract.js';
import {
  type connectMerchantFeed as contract,
  type ConnectMerchantFeedInput,
  merchantConnectionChanged,
} from './merchant-feed.contract.js';

const { registerMerchant, readMerchantAccount } = proxyActivities<MerchantConnectionActivities>(outsideCall);

/** Registration takes effect about five minutes after it was asked for. */
const FIRST_WAIT_MS = 5 * 60_000;
const WAIT_MS = 60_000;
/** An account that cannot be read for so long is for an operator to look at. */
const WAITS = 60;

export const connectMerchantFeed: WorkflowOf<typeof contract> = async (input: ConnectMerchantFeedInput) => {
  let { generation } = input;
  let changed = false;
  let step: ConnectionStep = 'registering';
  setHandler(merchantConnectionChanged, (change) => {
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
    if ((await attempt(() => registerMerchant(current))) === 'over') return;
    for (let waits = 0; waits < WAITS && !changed; waits += 1) {
      step = 'reading the account';
      const outcome = await attempt(() => readMerchantAccount(current));
      if (outcome !== 'not_registered') break;
      step = 'waiting for the registration';
      await condition(() => changed, waits === 0 ? FIRST_WAIT_MS : WAIT_MS);
    }
    step = 'done';
  }

  /** A step that fails for a day leaves the connection as it is; the status says what is missing. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | 'failed'> {
    try {
      return await work();
    } catch (error) {
      if (isCancellation(error)) throw error;
      return 'failed';
    }
  }
};
