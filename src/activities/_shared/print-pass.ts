import type { DrainPass, RoundControl } from '#activities/events/events.activities.js';
import type { DerivedRows, FailedRow, FinishedRow } from '#db/kernel/derived-rows.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { PdfRenderer } from '#integrations/pdf/pdf-renderer.js';
import type { Storage } from '#integrations/storage/storage.js';
import { isOutage } from './outage.js';
import type { Platform } from '#operations/platform.js';
import { createDerivedPass } from './derived-pass.js';

/** Where a printed document lies, and its size in bytes. */
export interface StoredDocument {
  storageKey: string;
  fileSize: number;
}

type Deps = Pick<Platform, 'unitOfWork' | 'clock' | 'logger'> & { pdf: PdfRenderer; storage: Storage };

/** A document takes some seconds at most: a round stays well below the time-out of its activity. */
const BATCH = 20;

/**
 * A drain's pass that prints one document for each derived row, stores it, and records where it lies. A document that
 * cannot be printed fails its own row only.
 * @param print.layout returns the HTML and the storage key; undefined when the row names no document any more
 * @param print.record writes where the document lies, in the transaction that finishes its row
 */
export function createPrintPass<Key extends object>(
  deps: Deps,
  name: string,
  rows: DerivedRows<Key>,
  print: {
    batch?: number;
    layout: (key: Key) => Promise<{ html: string; storageKey: string } | undefined>;
    record: (tx: Tx, key: Key, file: StoredDocument) => Promise<void>;
  },
): DrainPass {
  const { pdf, storage, logger } = deps;

  async function printed(key: Key, { signal, heartbeat }: RoundControl): Promise<StoredDocument | undefined> {
    const document = await print.layout(key);
    if (!document) return undefined;
    const file = await pdf.render(document.html, { signal, heartbeat });
    const { storageKey } = document;
    await storage.put(storageKey, file, { contentType: 'application/pdf', contentLength: file.byteLength });
    return { storageKey, fileSize: file.byteLength };
  }

  const pass = createDerivedPass(deps, name, rows, async (taken, control) => {
    const finished: FinishedRow<Key>[] = [];
    const failed: FailedRow<Key>[] = [];
    const files = new Map<string, StoredDocument>();
    for (const row of taken) {
      if (control.signal.aborted) break;
      try {
        const file = await printed(row.key, control);
        if (file) files.set(JSON.stringify(row.key), file);
        finished.push(row);
      } catch (error) {
        // Rows that are left are given back untried, as is this one: the document is not what failed.
        if (control.signal.aborted || isOutage(error)) break;
        logger.warn({ err: error, drain: name, key: row.key }, 'document not rendered');
        failed.push({ ...row, error: error instanceof Error ? error.message : String(error) });
      }
    }
    return {
      finished,
      failed,
      record: async (tx, _ctx, keys) => {
        for (const key of keys) {
          const file = files.get(JSON.stringify(key));
          if (file) await print.record(tx, key, file);
        }
      },
    };
  });
  return ({ limit, ...control }) => pass({ ...control, limit: Math.min(limit, print.batch ?? BATCH) });
}
