import { defineSignal } from '@temporalio/workflow';
import { connectionStepQuery, contract, type Origin } from 'haat/plugin';

export interface ConnectMerchantFeedInput {
  /** The connection that the run is for; one that was replaced is left alone. */
  generation: number;
  origin: Origin;
}

/** The feed was connected again or disconnected: the row says which. */
export const merchantConnectionChangedSignal = defineSignal<[{ generation: number }]>('connectionChanged');

/**
 * Makes a connection of the merchant feed work: registers the cloud project, waits until that has effect, reads the
 * account and its data sources. Started by the event of the connection, ended by that of the disconnection. Each step
 * can be repeated.
 */
export const connectMerchantFeed = contract<ConnectMerchantFeedInput>()({
  name: 'connectMerchantFeed',
  id: () => 'feeds-connect-merchant',
  parseId: () => null,
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: () => 'Connect the merchant feed',
  signals: { connectionChanged: merchantConnectionChangedSignal },
  queries: { step: connectionStepQuery },
});
