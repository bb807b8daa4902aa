import { cancellationSignal } from '@temporalio/activity';
import {
  AppError,
  createConnectionsRepository,
  HttpCallError,
  type Origin,
  type PluginPlatform,
  type RemoteAccount,
  systemContext,
} from 'haat/plugin';
import { merchantFeedSettings } from '../domain/merchant-feed.settings.js';
import { merchantFailure } from '../integrations/merchant-failure.js';
import { dataSourceOf } from '../operations/data-source.js';
import type { MerchantRemote } from '../operations/merchant-remote.js';

/** What became of a step: `over` when the connection is not the current one any more. */
export type ConnectionOutcome = 'ok' | 'over' | 'not_registered' | 'no_access' | 'refused';

/** With how long to wait before the next look, where the registration has no effect yet. */
export interface AccountRead {
  outcome: ConnectionOutcome;
  retryAfterMs: number | null;
}

/** Registration takes effect about five minutes after it was asked for. */
const FIRST_WAIT_MS = 5 * 60_000;
const WAIT_MS = 60_000;

interface ForConnection {
  generation: number;
  origin: Origin;
}

type Deps = Pick<PluginPlatform, 'knex' | 'unitOfWork' | 'settings' | 'clock' | 'operations'> & {
  remote: MerchantRemote;
};

/** The steps after the consent. Each reads the row first, so that work for an earlier connection ends. */
export function createMerchantConnectionActivities(deps: Deps) {
  const { knex, unitOfWork, settings, clock, operations, remote } = deps;
  const connections = createConnectionsRepository();

  const isOver = async (generation: number) => {
    const { connected, generation: current } = await connections.read(knex, 'merchant');
    return !connected || current !== generation;
  };

  /** @throws what may pass by itself */
  async function asked(work: () => Promise<void>): Promise<ConnectionOutcome> {
    try {
      await work();
      return 'ok';
    } catch (error) {
      if (error instanceof AppError) return 'over';
      if (!(error instanceof HttpCallError)) throw error;
      const { kind } = merchantFailure(error);
      if (kind === 'already_exists') return 'ok';
      if (kind === 'not_registered' || kind === 'no_access') return kind;
      if (kind === 'unavailable' || kind === 'throttled') throw error;
      return 'refused';
    }
  }

  async function keep(connection: ForConnection, read: RemoteAccount): Promise<void> {
    const ctx = systemContext(connection.origin, clock.now());
    const account = { ...read, readAt: ctx.now.toISOString() };
    await unitOfWork.run(ctx, async (tx) => {
      await connections.update(tx, 'merchant', connection.generation, { account });
      if (account.reachable) await operations.feedSteps.lift(tx, 'merchant');
    });
  }

  return {
    async registerMerchant(connection: ForConnection): Promise<ConnectionOutcome> {
      if (await isOver(connection.generation)) return 'over';
      return asked(() => remote.call((client, token) => client.register(token, cancellationSignal())));
    },

    /** Reads the account and its data sources, which the status shows. */
    async readMerchantAccount(connection: ForConnection & { waits: number }): Promise<AccountRead> {
      if (await isOver(connection.generation)) return { outcome: 'over', retryAfterMs: null };
      const signal = cancellationSignal();
      const outcome = await asked(async () => {
        const account = await remote.call((client, token) => client.readAccount(token, signal));
        await keep(connection, { ...account, reachable: true });
        const sources = await remote.call((client, token) => client.listDataSources(token, signal));
        const dataSources = { at: clock.now().toISOString(), sources: sources.map(dataSourceOf) };
        const ctx = systemContext(connection.origin, clock.now());
        await unitOfWork.run(ctx, (tx) =>
          connections.update(tx, 'merchant', connection.generation, { dataSources }),
        );
      });
      if (outcome === 'no_access') {
        const id = settings.get(merchantFeedSettings.merchantId);
        await keep(connection, { id, name: null, websiteUrl: null, reachable: false });
      }
      const waiting = outcome === 'not_registered';
      const retryAfterMs = waiting ? (connection.waits === 0 ? FIRST_WAIT_MS : WAIT_MS) : null;
      return { outcome, retryAfterMs };
    },
  };
}

export type MerchantConnectionActivities = ReturnType<typeof createMerchantConnectionActivities>;
