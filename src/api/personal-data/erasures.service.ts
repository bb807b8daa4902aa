import { requireUser } from '#api/kernel/require.js';
import { isUniqueViolation } from '#db/kernel/database-error.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createAccountsRepository } from '#db/accounts/accounts.repository.js';
import { erasureBlockersQuery } from '#db/personal-data/erasure-blockers.query.js';
import { createErasuresRepository } from '#db/personal-data/erasures.repository.js';
import { type Person, readPerson } from '#db/personal-data/personal-rows.query.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { assertSignedInWithin, RIGHTS_MINUTES } from '#domain/access/acts.js';
import { blockerText, type Erasure } from '#domain/personal-data/erasure.js';
import { personalDataErrors } from '#domain/personal-data/personal-data.errors.js';
import { personalDataEvents } from '#domain/personal-data/personal-data.events.js';
import { personalDataSettings } from '#domain/personal-data/personal-data.settings.js';
import { newId } from '#lib/ids.js';
import { createPersonalDataMails, type Recipient } from '#operations/personal-data/personal-data-mails.js';
import type { Platform } from '#operations/platform.js';
import { requireAccount } from './require-account.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'outbox' | 'gateway' | 'mail' | 'settings'>;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Requests to erase what is known about a user or a guest: a row each, which the workflow `erasePersonalData` works off. */
export function createErasuresService(deps: Deps) {
  const { knex, unitOfWork, audit, outbox, gateway, settings } = deps;
  const repository = createErasuresRepository(knex);
  const accounts = createAccountsRepository(knex);
  const mails = createPersonalDataMails(deps);
  const entity = 'personalDataErasure';
  const notFound = () => platformErrors.notFound({ entity: 'Erasure' });

  async function schedule(
    tx: Tx,
    ctx: Context,
    {
      person,
      recipient,
      forfeitStoreCredit,
    }: { person: Person; recipient: Recipient; forfeitStoreCredit: boolean },
  ): Promise<Erasure> {
    const blockers = await erasureBlockersQuery(tx, person, { forfeitStoreCredit });
    if (blockers.length > 0) throw personalDataErrors.erasureBlocked({ reasons: blockerText(blockers) });
    const id = newId();
    const dueAt = new Date(ctx.now.getTime() + settings.get(personalDataSettings.waitingDays) * DAY_MS);
    await repository.insert(tx, {
      id,
      userId: person.userId,
      email: recipient.address.toLowerCase(),
      forfeitStoreCredit,
      actor: ctx.actor,
      dueAt,
      createdAt: ctx.now,
    });
    await audit.record(tx, ctx, [{ entity, entityId: id, action: 'create', after: { dueAt } }]);
    const payload = { erasureId: id, dueAt: dueAt.toISOString() };
    outbox.append(tx, ctx, personalDataEvents.erasureRequested, id, payload, { handOver: true });
    await mails.erasureScheduled(tx, ctx, { erasureId: id, dueAt, person: recipient });
    return expectFound(await repository.find(tx, id));
  }

  function expectFound(erasure: Erasure | undefined): Erasure {
    if (!erasure) throw notFound();
    return erasure;
  }

  /** Of two requests at once the unique indexes let one through. */
  async function once(ctx: Context, work: (tx: Tx) => Promise<Erasure>): Promise<Erasure> {
    await gateway.assertAvailable();
    try {
      return await unitOfWork.run(ctx, work);
    } catch (error) {
      if (
        isUniqueViolation(error, 'personal_data_erasures_user') ||
        isUniqueViolation(error, 'personal_data_erasures_email')
      )
        throw personalDataErrors.erasureOpen({}, { cause: error });
      throw error;
    }
  }

  async function cancel(ctx: Context, id: string): Promise<Erasure> {
    return unitOfWork.run(ctx, async (tx) => {
      const { status, dueAt } = expectFound(await repository.lock(tx, id));
      if (!(await repository.cancel(tx, id, ctx.now))) throw personalDataErrors.erasureBegun({ status });
      await audit.record(tx, ctx, [{ entity, entityId: id, action: 'cancel' }]);
      const payload = { erasureId: id, dueAt: dueAt.toISOString() };
      outbox.append(tx, ctx, personalDataEvents.erasureCancelled, id, payload, { handOver: true });
      return expectFound(await repository.find(tx, id));
    });
  }

  return {
    /** The open erasure of the caller; null where there is none. */
    async current(ctx: Context): Promise<Erasure | null> {
      return (await repository.findOpen(knex, requireAccount(ctx))) ?? null;
    },

    /**
     * Schedules the erasure of the caller's account.
     * @throws AppError FORBIDDEN for guests and for a session that was not signed in lately, CONFLICT while something
     * blocks it or one is open, SERVICE_UNAVAILABLE without the engine
     */
    request(ctx: Context, { forfeitStoreCredit }: { forfeitStoreCredit: boolean }): Promise<Erasure> {
      const userId = requireAccount(ctx);
      assertSignedInWithin(ctx, { now: ctx.now, minutes: RIGHTS_MINUTES, what: 'Deleting your account' });
      return once(ctx, async (tx) => {
        const account = await readPerson(tx, userId);
        if (!account) throw platformErrors.unauthorized();
        return schedule(tx, ctx, { person: account, recipient: account, forfeitStoreCredit });
      });
    },

    /** @throws AppError NOT_FOUND where none is open, CONFLICT when it has begun */
    async cancelOwn(ctx: Context): Promise<Erasure> {
      const open = await repository.findOpen(knex, requireUser(ctx));
      return cancel(ctx, expectFound(open).id);
    },

    list: (query: ListQuery): Promise<Page<Erasure>> => repository.list(query),

    /** Schedules the erasure of what guests left with an e-mail address. @throws AppError CONFLICT as `request`, and for the address of an account */
    requestForGuest(ctx: Context, email: string): Promise<Erasure> {
      return once(ctx, async (tx) => {
        if (await accounts.hasAddress(tx, email)) throw personalDataErrors.hasAccount();
        return schedule(tx, ctx, {
          person: { userId: null, email },
          recipient: { address: email, name: '', locale: null },
          forfeitStoreCredit: false,
        });
      });
    },

    /** @throws AppError NOT_FOUND, CONFLICT when it has begun or ended */
    cancel,
  };
}
