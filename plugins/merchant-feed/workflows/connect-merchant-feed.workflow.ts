import { setHandler } from '@temporalio/workflow';
import {
  condition,
  type ConnectionStep,
  connectionStepQuery,
  outsideCall,
  proxyActivities,
  setOutcome,
  type WorkflowOf,
} from 'haat/plugin';
import type {
  ConnectionOutcome,
  MerchantConnectionActivities,
} from '../activities/merchant-connection.activities.js';
import {
  type connectMerchantFeed as contract,
  type ConnectMerchantFeedInput,
  merchantConnectionChangedSignal,
} from './merchant-feed.contract.js';

const { registerMerchant } = proxyActivities<MerchantConnectionActivities>({
  ...outsideCall,
  summary: 'Register the cloud project',
});
const { readMerchantAccount } = proxyActivities<MerchantConnectionActivities>({
  ...outsideCall,
  summary: 'Read the account and its data sources',
});

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
    const registered = await registerMerchant(current);
    if (registered === 'over') return;
    setOutcome(...standingOf(registered));
    let waits = 0;
    for (; waits < WAITS && !changed; waits += 1) {
      step = 'reading the account';
      const { outcome, retryAfterMs } = await readMerchantAccount({ ...current, waits });
      setOutcome(...standingOf(outcome));
      if (retryAfterMs === null) break;
      step = 'waiting for the registration';
      await condition(() => changed, retryAfterMs, 'Until the account is read again');
    }
    if (waits === WAITS) setOutcome('failed', 'The registration of the cloud project took no effect');
    step = 'done';
  }
};

/** How a run stands by what the remote side said last. */
function standingOf(outcome: ConnectionOutcome): Parameters<typeof setOutcome> {
  if (outcome === 'not_registered')
    return ['waiting', 'the registration of the cloud project to take effect'];
  if (outcome === 'no_access')
    return ['refused', 'The account that was connected has no access to the merchant account'];
  if (outcome === 'refused') return ['refused', 'The remote side refused the connection'];
  return ['ok'];
}
