import type { FieldIssue } from '#domain/_shared/app-error.js';
import { pipeline } from 'node:stream';
import type { Request } from 'express';
import { readUpload, type UploadedFile } from '#api/kernel/upload.js';
import { createMediaRepository } from '#db/media/media.repository.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import { usedBy } from '#db/media/media-references-sql.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { MediaFile } from '#domain/media/media-file.js';
import { fitsQuota, megabytes, UNUSED_AFTER_DAYS } from '#domain/media/media-use.js';
import { mediaErrors } from '#domain/media/media.errors.js';
import { mediaSettings } from '#domain/media/media.settings.js';
import { metadataStrip } from '#integrations/images/metadata-strip.js';
import { BrokenImageError, ImageCheck, MAX_PIXELS } from '#integrations/images/image-check.js';
import { detectImageType, IMAGE_HEAD_BYTES } from '#integrations/images/image-type.js';
import type { Platform } from '#operations/platform.js';
import { newId } from '#lib/ids.js';
import { peekStream } from '#lib/peek-stream.js';

const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
const DAY_MS = 24 * 3_600_000;

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'storage' | 'audit' | 'settings' | 'logger'>;

/** A file with the address that it is served at. */
export type ServedMedia = MediaFile & { url: string };

export function createMediaService({ knex, unitOfWork, storage, audit, settings, logger }: Deps) {
  const repository = createMediaRepository(knex);

  const served = (file: MediaFile): ServedMedia => ({ ...file, url: storage.publicUrl(file.key) });

  /** @throws AppError CONFLICT where an image of this size does not fit */
  async function assertRoom(reader: Reader, vendorId: string, size: number): Promise<void> {
    const quota = settings.get(mediaSettings.vendorQuotaMegabytes);
    const used = await repository.usedBytes(reader, vendorId);
    if (fitsQuota(used, size, quota)) return;
    throw mediaErrors.quotaExceeded({
      used: megabytes(used),
      quota: `${quota} MB`,
      size: megabytes(size),
    });
  }

  /** Stores the picture while it arrives and is decoded; of one that is refused nothing stays. */
  async function store(
    ctx: Context,
    vendorId: string | null,
    upload: UploadedFile,
    check: ImageCheck,
  ): Promise<MediaFile> {
    const { head, stream } = await peekStream(upload.stream, IMAGE_HEAD_BYTES);
    const type = await detectImageType(head);
    if (!type) throw mediaErrors.notAnImage();
    const id = newId();
    const key = `media/${vendorId ? `vendors/${vendorId}` : 'platform'}/${id}.${type.extension}`;
    pipeline(stream, metadataStrip(type.contentType, MAX_PIXELS), check, () => undefined);
    const { size } = await storage.put(key, check, { contentType: type.contentType });
    return {
      id,
      key,
      vendorId,
      fileName: upload.fileName,
      contentType: type.contentType,
      size,
      ...check.size,
      createdAt: ctx.now,
    };
  }

  const remove = ({ key }: MediaFile) => storage.delete(key);

  return {
    /**
     * Takes in a picture of a vendor (or of the platform) from a multipart request.
     * @throws AppError UNSUPPORTED_MEDIA_TYPE for what is no picture, VALIDATION_ERROR for a broken one or none,
     *   PAYLOAD_TOO_LARGE above 10 MiB
     */
    async upload(ctx: Context, vendorId: string | null, request: Request) {
      // A vendor without room is refused before anything is taken in; the transaction counts again.
      if (vendorId !== null) await assertRoom(knex, vendorId, 1);
      // Before the first byte is read: nothing listens to a stream that breaks off while this waits.
      const check = await ImageCheck.create();
      try {
        const take = (upload: UploadedFile) => store(ctx, vendorId, upload, check);
        const file = await readUpload(request, { maxBytes: MAX_IMAGE_BYTES }, take, remove);
        try {
          await unitOfWork.run(ctx, async (tx) => {
            if (vendorId !== null) {
              await repository.lockVendor(tx, vendorId);
              await assertRoom(tx, vendorId, file.size);
            }
            await repository.insert(tx, file, ctx.actor.id);
          });
        } catch (error) {
          await remove(file);
          throw error;
        }
        return served(file);
      } catch (error) {
        if (!(error instanceof BrokenImageError)) throw error;
        const issue: FieldIssue = {
          path: 'body.file',
          message: 'is damaged or too large to decode',
          code: 'unreadable',
        };
        throw platformErrors.validation({}, { errors: [issue], cause: error });
      }
    },

    /** The images of a vendor; without one those of the platform, or of the vendors that a filter names. */
    async list(ctx: Context, vendorId: string | undefined, query: ListQuery): Promise<Page<ServedMedia>> {
      const { unused, rest } = withoutUnused(query);
      const before = new Date(ctx.now.getTime() - UNUSED_AFTER_DAYS * DAY_MS);
      const page = await repository.list(vendorId, rest, { unused, before });
      return { ...page, rows: page.rows.map(served) };
    },

    /**
     * Deletes an image that nothing names.
     * @param vendorId whose image it must be; undefined for any
     * @throws AppError NOT_FOUND, CONFLICT while a row names it
     */
    async delete(ctx: Context, id: string, vendorId?: string): Promise<ServedMedia> {
      const file = await unitOfWork.run(ctx, async (tx) => {
        const found = await repository.lock(tx, id, vendorId);
        if (!found) throw platformErrors.notFound({ entity: 'Image' });
        const by = await usedBy(tx, found);
        if (by !== undefined) throw mediaErrors.inUse({ usedBy: by });
        await repository.delete(tx, id);
        const { key, fileName, size } = found;
        await audit.record(tx, ctx, [
          {
            entity: 'media',
            entityId: id,
            action: 'delete',
            vendorId: found.vendorId,
            before: { key, fileName, size },
          },
        ]);
        return found;
      });
      // After the commit: a row without its file would be a broken picture, a file without a row only takes room.
      await remove(file).catch((error: unknown) =>
        logger.warn({ err: error, key: file.key }, 'file of a deleted image stays in the storage'),
      );
      return served(file);
    },
  };
}

/** The filter of images that nothing names is no column; `unused` lists which of its two values are asked for. */
function withoutUnused(query: ListQuery): { unused: boolean[]; rest: ListQuery } {
  const asked = query.filters.filter(({ field }) => field === 'unused');
  const fits = (value: boolean) =>
    asked.every(({ operator, value: wanted }) =>
      operator === 'ne'
        ? wanted !== value
        : Array.isArray(wanted)
          ? (wanted as unknown[]).includes(value)
          : wanted === value,
    );
  const rest = { ...query, filters: query.filters.filter(({ field }) => field !== 'unused') };
  return { unused: [true, false].filter(fits), rest };
}
