import { pipeline } from 'node:stream';
import type { Request } from 'express';
import { readUpload, type UploadedFile } from '#api/kernel/upload.js';
import { createMediaRepository } from '#db/media/media.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { MediaFile } from '#domain/media/media-file.js';
import { mediaErrors } from '#domain/media/media.errors.js';
import { metadataStrip } from '#integrations/images/metadata-strip.js';
import { BrokenImageError, ImageCheck, MAX_PIXELS } from '#integrations/images/image-check.js';
import { detectImageType, IMAGE_HEAD_BYTES } from '#integrations/images/image-type.js';
import type { Platform } from '#operations/platform.js';
import { newId } from '#lib/ids.js';
import { peekStream } from '#lib/peek-stream.js';

const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

type Deps = Pick<Platform, 'unitOfWork' | 'storage'>;

export function createMediaService({ unitOfWork, storage }: Deps) {
  const repository = createMediaRepository();

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
      // Before the first byte is read: nothing listens to a stream that breaks off while this waits.
      const check = await ImageCheck.create();
      try {
        const take = (upload: UploadedFile) => store(ctx, vendorId, upload, check);
        const file = await readUpload(request, { maxBytes: MAX_IMAGE_BYTES }, take, remove);
        try {
          await unitOfWork.run(ctx, (tx) => repository.insert(tx, file, ctx.actor.id));
        } catch (error) {
          await remove(file);
          throw error;
        }
        return { ...file, url: storage.publicUrl(file.key) };
      } catch (error) {
        if (!(error instanceof BrokenImageError)) throw error;
        const issue = { path: 'body.file', message: 'is damaged or too large to decode', code: 'custom' };
        throw platformErrors.validation({}, { errors: [issue], cause: error });
      }
    },
  };
}
