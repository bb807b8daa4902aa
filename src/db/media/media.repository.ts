import type { Tx } from '#db/kernel/unit-of-work.js';
import type { MediaFile } from '#domain/media/media-file.js';

export function createMediaRepository() {
  return {
    async insert(tx: Tx, file: MediaFile, createdBy: string): Promise<void> {
      await tx('media_files').insert({ ...file, createdBy });
    },
  };
}
