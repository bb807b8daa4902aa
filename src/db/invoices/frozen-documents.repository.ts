import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { SerialParts } from '#domain/invoices/serial.js';

/** An issued document with what its PDF is made of. */
export type FrozenDocument<Snapshot> = SerialParts & { vendorId: string; snapshot: Snapshot };

/**
 * Documents that never change once they are issued, each with one row for its PDF.
 * @param tables.key the column of `files` that names the document
 */
export function createFrozenDocuments<Snapshot>(tables: { issued: string; files: string; key: string }) {
  return {
    async find(reader: Reader, id: string): Promise<FrozenDocument<Snapshot> | undefined> {
      return (await reader(tables.issued)
        .where({ id })
        .first('prefix', 'financialYear', 'sequence', 'vendorId', 'snapshot')) as
        | FrozenDocument<Snapshot>
        | undefined;
    },

    /** Records where the PDF of a document is stored. */
    async stored(tx: Tx, id: string, file: { storageKey: string; fileSize: number }): Promise<void> {
      await tx(tables.files)
        .where({ [tables.key]: id })
        .update(file);
    },
  };
}
