import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import { withHeartbeat } from './with-heartbeat.js';

const PAGE = 50;
/** Providers allow some calls at a time; this is nothing that is in a hurry. */
const PARALLEL = 4;

interface Progress<Found> {
  /** The last row of the pages that are done. */
  after: string | null;
  found: Found;
}

/**
 * Asks the outside about rows, page by page in the order of their ids. It beats while calls are out, so that a provider
 * that hangs is not taken for a dead worker. A later attempt goes on behind the pages that earlier ones have done.
 * @param none what was found in the beginning, plain numbers
 * @param read the rows behind an id
 * @param look asks about one row and counts in `found`; its call ends with the signal
 * @throws when the activity is cancelled
 */
export async function askPageByPage<Row extends { id: string }, Found extends object>(
  none: Found,
  read: (page: { after: string | null; limit: number }) => Promise<Row[]>,
  look: (row: Row, found: Found, signal: AbortSignal) => Promise<void>,
): Promise<Found> {
  const signal = cancellationSignal();
  let done = earlierProgress<Found>() ?? { after: null, found: none };
  const work = async () => {
    for (;;) {
      const page = await read({ after: done.after, limit: PAGE });
      const found = { ...done.found };
      await inParallel(page, async (row) => {
        signal.throwIfAborted();
        await look(row, found, signal);
      });
      signal.throwIfAborted();
      done = { after: page.at(-1)?.id ?? done.after, found };
      heartbeat(done);
      if (page.length < PAGE) return found;
    }
  };
  return withHeartbeat(work, () => done);
}

/** What an earlier attempt left, unless it was one of other code. */
function earlierProgress<Found>(): Progress<Found> | undefined {
  const details = activityInfo().heartbeatDetails as Partial<Progress<Found>> | undefined;
  return typeof details?.after === 'string' && details.found ? (details as Progress<Found>) : undefined;
}

/** Some at a time, in their order. The first error ends it, once nothing is under way any more. */
async function inParallel<Row>(rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> {
  const queue = [...rows];
  const item = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await work(next).catch((error: unknown) => {
        queue.length = 0;
        throw error;
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: PARALLEL }, item));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
