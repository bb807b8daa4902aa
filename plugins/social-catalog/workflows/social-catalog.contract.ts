import { defineSignal } from '@temporalio/workflow';
import { connectionStepQuery, contract, type Origin } from 'haat/plugin';

export interface ConnectSocialCatalogInput {
  /** The connection that the run is for; one that was replaced is left alone. */
  generation: number;
  origin: Origin;
}

/** A catalog was chosen, or the feed was connected again or disconnected: the row says which. */
export const socialConnectionChangedSignal = defineSignal<[{ generation: number }]>('connectionChanged');

/**
 * Makes a connection of the social catalog work: waits for the choice of a catalog, with a reminder after a day, and
 * takes each choice through system user, assignment, installation and token. Started by the event of the connection and
 * by that of a choice; ends with the selected catalog, the disconnection, or the death of the user token. Each step can
 * be repeated: the system user is found by its name.
 */
export const connectSocialCatalog = contract<ConnectSocialCatalogInput>()({
  name: 'connectSocialCatalog',
  id: () => 'feeds-connect-social',
  parseId: () => null,
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: () => 'Connect the social catalog',
  signals: { connectionChanged: socialConnectionChangedSignal },
  queries: { step: connectionStepQuery },
});
