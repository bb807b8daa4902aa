import { AppError } from '#domain/_shared/app-error.js';
import { reasonOf } from '#domain/errors.js';
import { databaseUnavailable } from '#db/kernel/database-error.js';
import { storageUnavailable } from '#integrations/storage/storage-outage.js';
import { outageOfReason } from '#lib/workflow/failures.js';

/** Whether a step failed because the database or the file storage was away: the row that it was for is tried again. */
export function isOutage(error: unknown): boolean {
  if (error instanceof AppError) return outageOfReason(reasonOf(error)) !== undefined;
  return databaseUnavailable(error) !== undefined || storageUnavailable(error) !== undefined;
}

/** What was away, in the words that a row keeps; undefined for every other error. */
export function outageReason(error: unknown): string | undefined {
  if (!isOutage(error)) return undefined;
  return (error instanceof AppError ? error : (storageUnavailable(error) ?? databaseUnavailable(error)))
    ?.message;
}
