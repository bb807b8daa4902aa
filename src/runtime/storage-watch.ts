import { AppError } from '#domain/_shared/app-error.js';
import type { Storage } from '#integrations/storage/storage.js';
import type { Logger } from '#lib/logger.js';

const CHECK_MS = 15_000;
/** Written over and over: what cannot be written is a storage that takes no uploads. */
const PROBE_KEY = 'health/probe';

export interface StorageWatch {
  /** What is wrong with the file storage; undefined while it can be written. */
  problem(): string | undefined;
  check(): Promise<void>;
  start(): void;
  /** Waits for a check that is under way: cut off, it would leave half a file behind. */
  stop(): Promise<void>;
}

/** Notices a bucket or folder that is missing or cannot be written, before an upload fails by it. */
export function createStorageWatch({
  storage,
  logger,
}: {
  storage: Storage;
  logger: Pick<Logger, 'error' | 'info'>;
}): StorageWatch {
  let problem: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;

  async function check(): Promise<void> {
    const before = problem;
    try {
      // What could not be prepared while it was away.
      if (problem !== undefined) await storage.start();
      await storage.put(PROBE_KEY, Buffer.from('1'), { contentType: 'text/plain', contentLength: 1 });
      problem = undefined;
    } catch (error) {
      problem = `The file storage cannot be written (${withRemedy(causeOf(error))}): uploads are refused, documents wait`;
    }
    if (problem === before) return;
    if (problem === undefined) logger.info('file storage can be written again');
    else logger.error(problem);
  }

  return {
    problem: () => problem,
    check,
    start() {
      const next = (ms: number) => {
        timer = setTimeout(() => {
          underWay = check().finally(() => timer && next(CHECK_MS));
        }, ms);
        timer.unref();
      };
      next(0);
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await underWay;
    },
  };
}

/** On Amazon's service it is made with the account that owns it. */
const REMEDIES: Record<string, string> = { NoSuchBucket: 'run `storage-setup`, which makes the bucket' };

const withRemedy = (cause: string) => (REMEDIES[cause] ? `${cause}: ${REMEDIES[cause]}` : cause);

/** `NoSuchBucket`, `ENOSPC`: the word that an operator searches for. */
function causeOf(error: unknown): string {
  const cause = error instanceof AppError && error.cause instanceof Error ? error.cause : (error as Error);
  return (cause as { code?: string }).code ?? cause.name;
}
