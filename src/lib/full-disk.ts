/** Whose disk has no room: that of the database, or of the file storage. */
export type FullDisk = 'database' | 'storage';

const refusals: Record<FullDisk, number> = { database: 0, storage: 0 };
let databaseFullAt = Number.NEGATIVE_INFINITY;

/** For how long after a refusal the database's disk counts as full: nothing says when there is room again. */
const FULL_MS = 45_000;

/** Records that something was not written because a disk is full. */
export function recordFullDisk(disk: FullDisk, now = performance.now()): void {
  refusals[disk] += 1;
  if (disk === 'database') databaseFullAt = now;
}

/** How often each disk was full since the start of this process. */
export function fullDiskRefusals(): Readonly<Record<FullDisk, number>> {
  return { ...refusals };
}

/** Whether the database has refused to write for want of room lately. */
export function isDatabaseFull(now = performance.now()): boolean {
  return now - databaseFullAt < FULL_MS;
}
