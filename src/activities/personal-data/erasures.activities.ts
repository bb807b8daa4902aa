import { cancellationSignal } from '@temporalio/activity';
import { withHeartbeat } from '#activities/_shared/with-heartbeat.js';
import { createAccessRepository } from '#db/access/access.repository.js';
import { createAccountsRepository } from '#db/accounts/accounts.repository.js';
import { createCartsRepository } from '#db/carts/carts.repository.js';
import { personalTables } from '#db/personal-data/declared-tables.js';
import { eraseRows } from '#db/personal-data/erase-rows.repository.js';
import { erasureBlockersQuery } from '#db/personal-data/erasure-blockers.query.js';
import type { ErasuresRepository } from '#db/personal-data/erasures.repository.js';
import type { PersonalExportsRepository } from '#db/personal-data/personal-exports.repository.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import { readPerson } from '#db/personal-data/personal-rows.query.js';
import { type Origin, systemContext } from '#domain/_shared/context.js';
import { type Erasure, type ErasureBlocker, pseudonymOf } from '#domain/personal-data/erasure.js';
import { personalExportKey } from '#domain/personal-data/personal-data-export.js';
import { personalDataEvents } from '#domain/personal-data/personal-data.events.js';
import { createPersonalDataMails } from '#operations/personal-data/personal-data-mails.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<
  Platform,
  | 'knex'
  | 'unitOfWork'
  | 'audit'
  | 'outbox'
  | 'storage'
  | 'clock'
  | 'stopping'
  | 'mail'
  | 'settings'
  | 'operations'
> & { exports: PersonalExportsRepository; erasures: ErasuresRepository };

interface Input {
  erasureId: string;
  origin: Origin;
}

/** The steps of an erasure. Each may run twice: a worker can die between its work and the engine's record of it. */
export function createErasuresActivities(deps: Deps) {
  const { knex, unitOfWork, audit, outbox, storage, clock, stopping, operations, exports, erasures } = deps;
  const accounts = createAccountsRepository(knex);
  const access = createAccessRepository(knex);
  const carts = createCartsRepository();
  const mails = createPersonalDataMails(deps);
  const entity = 'personalDataErasure';

  async function personOf(reader: Reader, { id, userId, email }: Erasure) {
    const account = userId === null ? undefined : await readPerson(reader, userId);
    // An account whose address was never confirmed owns nothing that is found by it.
    const owned = userId === null || account === undefined ? email : account.email;
    return { userId, email: owned, pseudonym: pseudonymOf(id) };
  }

  return {
    /**
     * Locks the account and lets the erasure begin, unless something blocks it. From here on it is not cancelled.
     * @returns `ended` for one that was cancelled or is done
     */
    async beginErasure({ erasureId, origin }: Input): Promise<'begun' | 'blocked' | 'ended'> {
      const ctx = systemContext(origin, clock.now());
      try {
        return await unitOfWork.run(ctx, async (tx) => {
          const erasure = await erasures.lock(tx, erasureId);
          if (erasure?.status === 'erasing') return 'begun';
          if (erasure?.status !== 'scheduled') return 'ended';
          const { userId, forfeitStoreCredit } = erasure;
          // The carts first: an order that is being placed is seen below, or finds its cart closed.
          if (userId !== null) await carts.closeAll(tx, userId);
          const blockers = await erasureBlockersQuery(tx, await personOf(tx, erasure), {
            forfeitStoreCredit,
          });
          if (blockers.length > 0) throw new Blocked(blockers);
          if (userId !== null) {
            await access.removeAllRoles(tx, userId);
            // After credit that is on its way: what comes later sees the erasure.
            await accounts.lockUser(tx, userId);
            await operations.storeCredit.forfeit(tx, ctx, userId);
            await accounts.setBanned(tx, userId, true, ctx.now);
          }
          await erasures.begin(tx, erasureId, ctx.now);
          await audit.record(tx, ctx, [{ entity, entityId: erasureId, action: 'begin' }]);
          return 'begun';
        });
      } catch (error) {
        if (!(error instanceof Blocked)) throw error;
        await unitOfWork.run(ctx, (tx) => erasures.recordBlocked(tx, erasureId, error.blockers, ctx.now));
        return 'blocked';
      }
    },

    /** Erases table by table, in batches; a repeated attempt goes on with the table where the last one stopped. */
    async eraseDeclaredTables({ erasureId, origin }: Input): Promise<void> {
      const ctx = systemContext(origin, clock.now());
      const erasure = await erasures.find(knex, erasureId);
      if (erasure?.status !== 'erasing') return;
      const person = await personOf(knex, erasure);
      const signal = AbortSignal.any([cancellationSignal(), stopping]);
      await withHeartbeat(async () => {
        if (erasure.userId !== null)
          for (const id of await exports.idsOf(knex, erasure.userId))
            await storage.delete(personalExportKey(id));
        for (const table of personalTables) {
          if (erasure.tablesDone.includes(table.table)) continue;
          for (let rows = -1; rows !== 0;) {
            signal.throwIfAborted();
            rows = await unitOfWork.run(ctx, async (tx) => {
              const erased = await eraseRows(tx, table, person);
              await erasures.recordRows(tx, erasureId, erased, clock.now());
              if (erased === 0) await erasures.recordTable(tx, erasureId, table.table, clock.now());
              return erased;
            });
          }
        }
      });
    },

    /** Removes the account, ends the request and sends the last mail, in one transaction. */
    async completeErasure({ erasureId, origin }: Input): Promise<void> {
      const ctx = systemContext(origin, clock.now());
      await unitOfWork.run(ctx, async (tx) => {
        const erasure = await erasures.lock(tx, erasureId);
        if (erasure?.status !== 'erasing' || erasure.email === null) return;
        const { userId, email } = erasure;
        const account = userId === null ? undefined : await readPerson(tx, userId);
        if (userId !== null) {
          // What was credited since it began, for the deletion takes the balance along.
          await accounts.lockUser(tx, userId);
          await operations.storeCredit.forfeit(tx, ctx, userId);
          await accounts.deleteUser(tx, userId);
          await audit.record(tx, ctx, [{ entity: 'user', entityId: userId, action: 'delete' }]);
        }
        await erasures.complete(tx, erasureId, ctx.now);
        await audit.record(tx, ctx, [{ entity, entityId: erasureId, action: 'complete' }]);
        outbox.append(tx, ctx, personalDataEvents.erased, erasureId, { erasureId, userId });
        const person = { address: email, name: account?.name ?? '', locale: account?.locale ?? null };
        await mails.erased(tx, ctx, { erasureId, person });
      });
    },
  };
}

export type ErasuresActivities = ReturnType<typeof createErasuresActivities>;

/** Undoes what had begun. */
class Blocked extends Error {
  constructor(readonly blockers: readonly ErasureBlocker[]) {
    super('The erasure is blocked');
  }
}
