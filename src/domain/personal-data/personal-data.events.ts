import { defineEvent } from '#domain/_shared/event.js';

export interface PersonalExportRequested {
  exportId: string;
}

export interface ErasureRequested {
  erasureId: string;
  /** ISO 8601. */
  dueAt: string;
}

export const personalDataEvents = {
  erasureRequested: defineEvent<ErasureRequested>(
    'personal_data.erasure.requested',
    'personalDataErasure',
    'The erasure of the data of a user or guest was requested',
  ),
  erasureCancelled: defineEvent<ErasureRequested>(
    'personal_data.erasure.cancelled',
    'personalDataErasure',
    'The erasure of the data of a user or guest was cancelled',
  ),
  erased: defineEvent<{ erasureId: string; userId: string | null }>(
    'personal_data.erased',
    'personalDataErasure',
    'The data of a user or guest was erased',
  ),
  exportRequested: defineEvent<PersonalExportRequested>(
    'personal_data.export.requested',
    'personalDataExport',
    'A user requested the file of their personal data',
  ),
  exportReady: defineEvent<PersonalExportRequested & { rowCount: number }>(
    'personal_data.export.ready',
    'personalDataExport',
    'The file of the personal data of a user is ready',
  ),
  exportFailed: defineEvent<PersonalExportRequested & { error: string }>(
    'personal_data.export.failed',
    'personalDataExport',
    'The file of the personal data of a user could not be written',
  ),
};
