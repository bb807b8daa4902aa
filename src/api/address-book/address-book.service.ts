import { requireUser } from '#api/kernel/require.js';
import { createSavedAddressesRepository } from '#db/address-book/saved-addresses.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { addressBookErrors } from '#domain/address-book/address-book.errors.js';
import { addressBookEvents } from '#domain/address-book/address-book.events.js';
import {
  addressDefaults,
  defaultsOf,
  MAX_SAVED_ADDRESSES,
  type SavedAddress,
  type SavedAddressChanges,
  type SavedAddressInput,
} from '#domain/address-book/saved-address.js';
import { changedFields } from '#lib/changed-fields.js';
import type { Platform } from '#operations/platform.js';
import { savedAddressResponse } from './address-book.schemas.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox'>;

const events = { create: 'created', update: 'updated', delete: 'deleted' } as const;

/** The address books of customers. Audit entries and events name fields and ids, never what an address says. */
export function createAddressBookService({ unitOfWork, knex, audit, outbox }: Deps) {
  const addresses = createSavedAddressesRepository();
  const notFound = () => platformErrors.notFound({ entity: 'Saved address' });

  async function record(
    tx: Tx,
    ctx: Context,
    action: keyof typeof events,
    { id, userId }: SavedAddress,
    values: { before?: object; after?: object },
  ): Promise<void> {
    await audit.record(tx, ctx, [{ entity: 'savedAddress', entityId: id, action, ...values }]);
    outbox.append(tx, ctx, addressBookEvents[events[action]], id, { addressId: id, userId });
  }

  type Work<T> = (tx: Tx, userId: string) => Promise<T>;

  /** Has `work` run while nobody else changes the address book of the current user. */
  function locked<T>(ctx: Context, work: Work<T>): (tx: Tx) => Promise<T> {
    const userId = requireUser(ctx);
    return async (tx) => {
      await addresses.lockBook(tx, userId);
      return work(tx, userId);
    };
  }

  const change = <T>(ctx: Context, work: Work<T>): Promise<T> => unitOfWork.run(ctx, locked(ctx, work));

  /** Takes the defaults that an address is about to get from the addresses that have them. */
  async function makeRoom(tx: Tx, userId: string, input: SavedAddressChanges): Promise<void> {
    for (const kind of addressDefaults) if (input[kind]) await addresses.clearDefault(tx, userId, kind);
  }

  return {
    list: (ctx: Context): Promise<SavedAddress[]> => addresses.list(knex, requireUser(ctx)),

    /** @throws AppError NOT_FOUND, also for the address of another customer */
    async get(ctx: Context, id: string): Promise<SavedAddress> {
      const saved = await addresses.find(knex, { userId: requireUser(ctx), id });
      if (!saved) throw notFound();
      return saved;
    },

    /**
     * Saves an address once for each `Idempotency-Key`.
     * @throws AppError FORBIDDEN for guests, CONFLICT when the address book is full
     */
    create(ctx: Context, input: SavedAddressInput) {
      if (ctx.anonymous) throw addressBookErrors.needsAccount();
      const work = locked(ctx, async (tx, userId) => {
        const count = await addresses.count(tx, userId);
        if (count >= MAX_SAVED_ADDRESSES) throw addressBookErrors.full({ limit: MAX_SAVED_ADDRESSES });
        const first = count === 0;
        const { address, label = null } = input;
        await makeRoom(tx, userId, input);
        const saved = await addresses.insert(tx, {
          userId,
          label,
          address,
          isDefaultShipping: first || input.isDefaultShipping === true,
          isDefaultBilling: first || input.isDefaultBilling === true,
          createdAt: ctx.now,
          updatedAt: ctx.now,
        });
        await record(tx, ctx, 'create', saved, { after: defaultsOf(saved) });
        return savedAddressResponse(saved);
      });
      return unitOfWork.runOnce(ctx, work);
    },

    /** Nothing is recorded where nothing changes. @throws AppError NOT_FOUND */
    update: (ctx: Context, id: string, input: SavedAddressChanges): Promise<SavedAddress> =>
      change(ctx, async (tx, userId) => {
        const before = await addresses.find(tx, { userId, id });
        if (!before) throw notFound();
        const { label, address, isDefaultShipping, isDefaultBilling } = input;
        const wanted = {
          label,
          address,
          isDefaultShipping: isDefaultShipping || undefined,
          isDefaultBilling: isDefaultBilling || undefined,
        };
        const fields = changedFields(before, wanted);
        const changed = Object.keys(fields);
        if (changed.length === 0) return before;
        // Not of a default that the address has: it would lose it.
        await makeRoom(tx, userId, fields);
        const saved = await addresses.update(tx, { userId, id }, { ...fields, updatedAt: ctx.now });
        const after = { ...defaultsOf(saved), changed };
        await record(tx, ctx, 'update', saved, { before: defaultsOf(before), after });
        return saved;
      }),

    /** @throws AppError NOT_FOUND, also for an address that was deleted before */
    delete: (ctx: Context, id: string): Promise<SavedAddress> =>
      change(ctx, async (tx, userId) => {
        const saved = await addresses.find(tx, { userId, id });
        if (!saved || !(await addresses.delete(tx, { userId, id }))) throw notFound();
        for (const kind of addressDefaults) if (saved[kind]) await addresses.fillDefault(tx, userId, kind);
        await record(tx, ctx, 'delete', saved, { before: defaultsOf(saved) });
        return saved;
      }),
  };
}

export type AddressBookService = ReturnType<typeof createAddressBookService>;
