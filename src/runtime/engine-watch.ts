import { createInstallationRepository } from '#db/settings/installation.repository.js';
import type { Knex } from '#db/kernel/knex.js';
import { type EngineIdentity, readEngineIdentity } from '#integrations/engine/engine-identity.js';
import type { Client } from '@temporalio/client';
import type { Logger } from '#lib/logger.js';
import { waitAtMost } from '#lib/wait-at-most.js';

/** How late a process may learn that its engine has lost everything. */
const CHECK_MS = 10_000;
/** How late it may learn that another process has set the engine up: until then it refuses what needs the engine. */
const RECHECK_MS = 1_000;
/** As long as any call to the engine. */
const DEADLINE_MS = 2_000;
/** How long the start of a process waits for the first look: a slow engine must not keep requests waiting that need none. */
const FIRST_LOOK_MS = 300;

const REASONS: Partial<Record<EngineIdentity, string>> = {
  empty:
    'The workflow engine does not hold the runs of this installation: run `engine-setup` and `redeliver`, or set ENGINE_SELF_SETUP=on',
  foreign:
    'The workflow engine holds the runs of another installation: set TEMPORAL_NAMESPACE to a namespace of this one, then run `engine-setup` and `redeliver`',
  restored:
    'The workflow engine holds the runs of the hours that the restore of the database has undone: set TEMPORAL_NAMESPACE to a new name, then run `restore:finish`',
};

export interface EngineWatch {
  /** What is wrong with the engine, with the command; undefined while it is the right one, or does not respond. */
  problem(): string | undefined;
  /** Looks now. */
  check(): Promise<EngineIdentity>;
  /** Looks repeatedly; waits for the first look, but not for a slow engine. */
  start(): Promise<void>;
  /** Has an engine that has lost everything set up as soon as that is noticed. */
  onEmpty(setUp: () => Promise<unknown>): void;
  /** Ends what it looks at: a call that is repeated after its connection was closed would end the process. */
  stop(): Promise<void>;
}

/** Notices an engine that is not that of this installation: nothing is started in it, and health says why. */
export function createEngineWatch(options: {
  knex: Knex;
  client: Client;
  namespace: string;
  logger: Pick<Logger, 'error' | 'info' | 'debug'>;
}): EngineWatch {
  const { knex, client, namespace, logger } = options;
  const installation = createInstallationRepository(knex);
  let identity: EngineIdentity = 'unknown';
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let look: Promise<unknown> = Promise.resolve();
  let whenEmpty: (() => Promise<unknown>) | undefined;

  async function lookAndMend(): Promise<void> {
    if ((await check()) !== 'empty' || !whenEmpty) return;
    await whenEmpty().catch((error: unknown) =>
      logger.error({ err: error }, 'empty workflow engine could not be set up; repeated in ten seconds'),
    );
  }

  async function check(): Promise<EngineIdentity> {
    try {
      const row = await installation.read();
      const found = await client.withDeadline(Date.now() + DEADLINE_MS, () =>
        readEngineIdentity(client, row, namespace),
      );
      // Of an engine that does not respond nothing is known but what was.
      if (found !== 'unknown') {
        if (REASONS[found] && found !== identity)
          logger.error({ identity: found, namespace }, REASONS[found]);
        else if (found === 'own' && REASONS[identity])
          logger.info({ namespace }, 'workflow engine is set up');
        identity = found;
      }
      return found;
    } catch (error) {
      logger.debug({ err: error }, 'installation of the workflow engine could not be read');
      return 'unknown';
    }
  }

  return {
    problem: () => REASONS[identity],
    check,
    async start() {
      const next = () => {
        if (isStopped) return;
        // The process that sets it up itself leaves an engine that could not be set up alone for a while.
        const isWaiting = REASONS[identity] !== undefined && !whenEmpty;
        timer = setTimeout(
          () => {
            look = lookAndMend().finally(next);
          },
          isWaiting ? RECHECK_MS : CHECK_MS,
        );
        timer.unref();
      };
      look = check().finally(next);
      await waitAtMost(FIRST_LOOK_MS, look);
    },
    onEmpty(setUp) {
      whenEmpty = setUp;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await look;
    },
  };
}
