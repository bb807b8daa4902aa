import { defineSignal } from '@temporalio/workflow';
import type { Origin } from '#domain/_shared/context.js';
import { contract, entityIds } from '#lib/workflow/contract.js';

export interface ExportPersonalDataInput {
  exportId: string;
  origin: Origin;
}

/**
 * Writes the file of what is known about a user, and mails the user. Started by the request for the file; the daily
 * sweep deletes the file seven days later. A run that is cancelled marks the export as failed.
 */
export const exportPersonalData = contract<ExportPersonalDataInput>()({
  name: 'exportPersonalData',
  ...entityIds<ExportPersonalDataInput>('personal-data-export', ({ exportId }) => exportId),
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: () => 'File of the personal data of a user',
});

export interface ErasePersonalDataInput {
  erasureId: string;
  /** ISO 8601; until then it can be cancelled. */
  dueAt: string;
  origin: Origin;
}

/** The request was cancelled; carries nothing, the row says so. */
export const erasureCancelledSignal = defineSignal('cancelled');

/**
 * Waits until an erasure is due, then erases the data of a user or guest table by table, and the account last. What
 * blocks it is looked at again each day. The row knows which tables are done, so that a run that died is followed by one
 * that goes on; erasing again finds nothing.
 */
export const erasePersonalData = contract<ErasePersonalDataInput>()({
  name: 'erasePersonalData',
  ...entityIds<ErasePersonalDataInput>('personal-data-erase', ({ erasureId }) => erasureId),
  onRunning: 'join',
  onClosed: 'again',
  searchAttributes: () => ({}),
  summary: ({ dueAt }) => `Erasure of personal data, due ${dueAt}`,
  signals: { cancelled: erasureCancelledSignal },
});
