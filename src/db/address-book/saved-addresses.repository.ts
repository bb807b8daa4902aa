import { expectRow } from '#db/kernel/expect-row.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Address } from '#domain/_shared/address.js';
import { namesOf } from '#domain/_shared/columns.js';
import {
  type AddressDefault,
  type SavedAddress,
  savedAddressColumns,
} from '#domain/address-book/saved-address.js';

const table = 'address_book_addresses';
const columns = namesOf(savedAddressColumns);

/** Which address of whom. */
export interface OwnAddress {
  userId: string;
  id: string;
}

type Fields = Partial<Omit<SavedAddress, 'id'>>;

const written = ({ address, ...fields }: Fields) => ({
  ...fields,
  ...(address && { address: JSON.stringify(address) }),
});

/** Saved addresses of customers; every statement names the customer. */
export function createSavedAddressesRepository() {
  return {
    /** Lets the changes of one address book follow each other, so that its size and its defaults are exact. */
    async lockBook(tx: Tx, userId: string): Promise<void> {
      await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 2))', [`address-book ${userId}`]);
    },

    /** The default of deliveries first, then that of billing, then the newest. */
    list: (reader: Reader, userId: string): Promise<SavedAddress[]> =>
      reader<SavedAddress>(table)
        .where({ userId })
        .orderBy([
          { column: 'isDefaultShipping', order: 'desc' },
          { column: 'isDefaultBilling', order: 'desc' },
          { column: 'createdAt', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .select(columns) as Promise<SavedAddress[]>,

    find: (reader: Reader, own: OwnAddress): Promise<SavedAddress | undefined> =>
      reader<SavedAddress>(table)
        .where({ ...own })
        .first(columns) as Promise<SavedAddress | undefined>,

    /** The addresses alone, to copy them into a cart. */
    async addresses(reader: Reader, userId: string, ids: readonly string[]): Promise<Map<string, Address>> {
      const rows = (await reader(table).where({ userId }).whereIn('id', ids).select('id', 'address')) as {
        id: string;
        address: Address;
      }[];
      return new Map(rows.map(({ id, address }) => [id, address]));
    },

    async count(tx: Tx, userId: string): Promise<number> {
      const [row] = (await tx(table).where({ userId }).count({ count: '*' })) as { count: number }[];
      return Number(row?.count ?? 0);
    },

    async insert(tx: Tx, fields: Fields): Promise<SavedAddress> {
      return expectRow((await tx(table).insert(written(fields)).returning(columns)) as SavedAddress[]);
    },

    async update(tx: Tx, own: OwnAddress, fields: Fields): Promise<SavedAddress> {
      const rows = await tx(table)
        .where({ ...own })
        .update(written(fields))
        .returning(columns);
      return expectRow(rows as SavedAddress[]);
    },

    /** Takes a default from the address that has it. */
    async clearDefault(tx: Tx, userId: string, kind: AddressDefault): Promise<void> {
      await tx(table)
        .where({ userId, [kind]: true })
        .update({ [kind]: false });
    },

    /** Makes the newest address the default where none is. */
    async fillDefault(tx: Tx, userId: string, kind: AddressDefault): Promise<void> {
      const newest = tx(table)
        .where({ userId })
        .orderBy([
          { column: 'createdAt', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(1)
        .select('id');
      await tx(table)
        .whereIn('id', newest)
        .whereNotExists(
          tx(`${table} as other`)
            .where({ 'other.userId': userId, [`other.${kind}`]: true })
            .select(tx.raw('1')),
        )
        .update({ [kind]: true });
    },

    /** @returns whether there was such an address */
    async delete(tx: Tx, own: OwnAddress): Promise<boolean> {
      return (
        (await tx(table)
          .where({ ...own })
          .delete()) > 0
      );
    },
  };
}
