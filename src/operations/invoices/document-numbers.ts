import { createCountersRepository, type NumberSeries } from '#db/invoices/counters.repository.js';
import type { Knex } from '#db/kernel/knex.js';
import { afterCommit, RepeatAfter, type Tx } from '#db/kernel/unit-of-work.js';
import type { Storage } from '#integrations/storage/storage.js';
import type { Logger } from '#lib/logger.js';
import { deleteMark, writeMark } from './number-marks.js';

/** Numbers of a series that one mark covers: what a restore names as lost at most, beside those that were given. */
const BLOCK = 20;
/** With so many numbers left, and then each fifth, the next block is marked in the background. */
const AHEAD = 10;
const AHEAD_EVERY = 5;

/** Gives the numbers of tax documents. */
export interface DocumentNumbers {
  /**
   * The next number of a series, inside a unit of work. It costs no call: the file storage has a mark of it since before. At the end of
   * a block that was not followed by another in time the unit of work is repeated behind the next mark.
   */
  next(tx: Tx, series: NumberSeries): Promise<number>;
  /** Waits for what is being marked in the background. */
  settled(): Promise<void>;
}

/**
 * A number is unique within its year (CGST Rules 2017, rule 46(b)), also where the database is restored to an earlier moment and knows
 * nothing of the numbers after it. So the file storage, which is not restored with it, says for each series how far it may have
 * counted: a block's mark is written before `marked_through` lets any number of the block be given, whichever process gives it.
 */
export function createDocumentNumbers({
  knex,
  storage,
  logger,
}: {
  knex: Knex;
  storage: Pick<Storage, 'put' | 'delete'>;
  logger: Logger;
}): DocumentNumbers {
  const counters = createCountersRepository();
  const marking = new Map<string, Promise<void>>();

  async function mark(series: NumberSeries, wanted: number): Promise<void> {
    const { lastSequence, markedThrough } = await counters.read(knex, series);
    // Another process has marked it meanwhile.
    if (markedThrough >= wanted) return;
    const through = Math.max(lastSequence, markedThrough, wanted - 1) + BLOCK;
    await writeMark(storage, { ...series, through });
    await counters.recordMark(knex, series, through);
    if (markedThrough === 0) return;
    // A lower mark beside a higher one says nothing.
    await deleteMark(storage, { ...series, through: markedThrough }).catch((error: unknown) =>
      logger.warn({ err: error, ...series }, 'former mark of document numbers was not deleted'),
    );
  }

  /** Once at a time in this process; other processes may do the same beside it. @param wanted the number to be covered */
  function markOnce(series: NumberSeries, wanted: number): Promise<void> {
    const place = [series.counter, series.of, series.financialYear].join(' ');
    const running = marking.get(place) ?? mark(series, wanted).finally(() => marking.delete(place));
    marking.set(place, running);
    return running;
  }

  return {
    async next(tx, series) {
      const { lastSequence, markedThrough } = await counters.next(tx, series);
      const left = markedThrough - lastSequence;
      if (left < 0) throw new RepeatAfter(() => markOnce(series, lastSequence));
      if (left <= AHEAD && left % AHEAD_EVERY === 0)
        afterCommit(tx, async () => {
          markOnce(series, markedThrough + 1).catch((error: unknown) =>
            logger.warn({ err: error, ...series, left }, 'numbers of documents are not marked ahead'),
          );
        });
      return lastSequence;
    },
    settled: async () => {
      await Promise.allSettled(marking.values());
    },
  };
}
