import { ApiError } from 'haat-client';
import { call } from './api.js';

const ATTEMPTS = 5;

/**
 * Changes a setting that holds several entries, as it stands: where somebody else was faster, theirs is read and the change
 * made again.
 * @throws ApiError
 */
export async function changeAdminSetting<T>(key: string, change: (before: T) => T): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { data: settings, etag } = await call('getAdminSettingsAdmin');
    const after = change(settings[key] as unknown as T);
    try {
      await call('patchAdminSettingsAdmin', {
        body: { [key]: after } as never,
        ...(etag && { ifMatch: etag }),
      });
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || attempt === ATTEMPTS) throw error;
    }
  }
}
