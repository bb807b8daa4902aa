import { ApplicationFailure } from '@temporalio/activity';
import {
  type CatalogChoice,
  createConnectionsRepository,
  feedsEvents,
  HttpCallError,
  type Origin,
  originOf,
  type PluginPlatform,
  systemContext,
} from 'haat/plugin';
import { socialCatalogSettings } from '../domain/social-catalog.settings.js';
import type { SocialClient } from '../integrations/social-client.js';
import { socialFailure } from '../integrations/social-failure.js';
import type { SocialRemote } from '../operations/social-remote.js';

/** By this name it is found again, however often a catalog is chosen. */
export const SYSTEM_USER_NAME = 'Haat catalog sync';

export interface Chosen {
  generation: number;
  selection: number;
  origin: Origin;
}

interface WithUser extends Chosen {
  systemUserId: string;
}

type Deps = Pick<
  PluginPlatform,
  'knex' | 'unitOfWork' | 'clock' | 'keyring' | 'live' | 'outbox' | 'commerce' | 'settings'
> & { remote: SocialRemote };

/** The steps from a chosen catalog to a token that writes to it. Each reads the row first and can be repeated. */
export function createCatalogSelectionActivities(deps: Deps) {
  const { knex, unitOfWork, clock, keyring, live, outbox, commerce, remote } = deps;
  const connections = createConnectionsRepository();

  /** The bare reason: the request that waits for the selection puts it into its sentence. */
  const refused = (message: string, cause?: Error) =>
    ApplicationFailure.create({ type: 'BAD_REQUEST', message, nonRetryable: true, cause });

  /** @throws ApplicationFailure when it was disconnected or another catalog was chosen meanwhile */
  async function choiceOf({ generation, selection }: Chosen): Promise<CatalogChoice> {
    const row = await connections.read(knex, 'social');
    const isCurrent = row.connected && row.generation === generation && row.selection === selection;
    if (!isCurrent || !row.selectionChoice)
      throw refused('another one was chosen, or the feed was disconnected');
    return row.selectionChoice;
  }

  /** Whether a run that ended after its transaction has stored the token of this choice: a repeat mints no other one. */
  async function isStored({ generation, selection }: Chosen): Promise<boolean> {
    const row = await connections.read(knex, 'social');
    return row.generation === generation && row.selection === selection && row.selectionStatus === 'selected';
  }

  /** @throws ApplicationFailure for what the remote side refuses for good, and the failure itself for what may pass */
  async function asked<T>(work: (client: SocialClient, token: string) => Promise<T>): Promise<T> {
    try {
      return await remote.call(work);
    } catch (error) {
      if (!(error instanceof HttpCallError)) throw error;
      const { kind, message } = socialFailure(error);
      if (kind === 'unavailable' || kind === 'throttled') throw error;
      throw refused(message, error);
    }
  }

  return {
    async checkCatalog(chosen: Chosen): Promise<void> {
      const { businessId, catalogId } = await choiceOf(chosen);
      const catalogs = await asked(async (client, token) => [
        ...(await client.ownedCatalogs(token, businessId)),
        ...(await client.clientCatalogs(token, businessId)),
      ]);
      if (!catalogs.some(({ id }) => id === catalogId)) throw refused('it is not a catalog of the business');
    },

    /** The system user of the business, made where no page of its users has it. */
    async ensureSystemUser(chosen: Chosen): Promise<string> {
      const { businessId } = await choiceOf(chosen);
      return asked(async (client, token) => {
        const known = (await client.systemUsers(token, businessId)).find(
          ({ name }) => name === SYSTEM_USER_NAME,
        );
        return known?.id ?? (await client.createSystemUser(token, businessId, SYSTEM_USER_NAME));
      });
    },

    async assignCatalog({ systemUserId, ...chosen }: WithUser): Promise<void> {
      const { businessId, catalogId } = await choiceOf(chosen);
      await asked((client, token) => client.assignCatalog(token, { businessId, catalogId, systemUserId }));
    },

    async installApp({ systemUserId, ...chosen }: WithUser): Promise<void> {
      await choiceOf(chosen);
      await asked((client, token) => client.installApp(token, systemUserId));
    },

    /**
     * Mints the token, looks whether the catalog responds to it, and overwrites the credential and the settings in one
     * transaction. The token never leaves this step.
     */
    async storeCatalogToken({ systemUserId, ...chosen }: WithUser): Promise<void> {
      const choice = await choiceOf(chosen);
      if (await isStored(chosen)) return;
      const minted = await asked((client, token) => client.mintToken(token, systemUserId));
      await asked((client) => client.readCatalog(minted, choice.catalogId));
      const ctx = systemContext(chosen.origin, clock.now());
      await unitOfWork.run(ctx, async (tx) => {
        const row = await connections.lock(tx, 'social');
        if (row.generation !== chosen.generation || row.selection !== chosen.selection || !row.connected)
          return;
        const credentials = keyring.encrypt(JSON.stringify({ accessToken: minted, refreshToken: null }));
        const token = { credentials, tokenKind: 'system_user' as const, tokenExpiresAt: null };
        await connections.replaceCredentials(tx, 'social', row.tokenRev, token);
        await connections.update(tx, 'social', chosen.generation, {
          selectionStatus: 'selected',
          selectionError: null,
          accountId: choice.businessId,
          pauseReason: null,
          pauseMessage: null,
          blockedUntil: null,
        });
        await commerce.writeSettings(tx, ctx, [
          { setting: socialCatalogSettings.businessId, value: choice.businessId },
          { setting: socialCatalogSettings.catalogId, value: choice.catalogId },
          { setting: socialCatalogSettings.systemUserId, value: systemUserId },
          { setting: socialCatalogSettings.tokenKind, value: 'system_user' },
        ]);
        const { generation } = chosen;
        const { catalogId } = choice;
        outbox.append(tx, originOf(ctx), feedsEvents.catalogSelected, 'social', {
          feed: 'social',
          generation,
          catalogId,
        });
        await live.publish(tx, 'feed', 'social');
        await tx.raw(`select pg_notify('live', 'outbox:')`);
      });
      await deps.settings.refresh();
    },
  };
}

export type CatalogSelectionActivities = ReturnType<typeof createCatalogSelectionActivities>;
