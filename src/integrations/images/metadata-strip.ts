import { Transform, type TransformCallback } from 'node:stream';
import { BrokenImageError } from './image-check.js';
import { stripMetadata } from './strip-metadata.js';

/** Formats whose metadata stands in the middle of everything: such a picture is written anew, if it has any. */
const REWRITTEN: Readonly<Record<string, 'gif' | 'avif'>> = { 'image/gif': 'gif', 'image/avif': 'avif' };

/**
 * Passes a picture on without its metadata, once all of it is there: it is at most as large as an upload may be.
 * @param limitInputPixels of a picture that has to be written anew
 */
export function metadataStrip(contentType: string, limitInputPixels: number): Transform {
  const chunks: Buffer[] = [];

  async function stripped(): Promise<Buffer> {
    const file = Buffer.concat(chunks);
    const format = REWRITTEN[contentType];
    if (!format) {
      const clean = stripMetadata(file, contentType);
      if (!clean) throw new BrokenImageError(new Error('its parts do not fit together'));
      return clean;
    }
    const { default: sharp } = await import('sharp');
    const picture = sharp(file, { animated: true, limitInputPixels, failOn: 'error' });
    const { exif, xmp, iptc, pages = 1 } = await picture.metadata();
    if (!exif && !xmp && !iptc) return file;
    return (pages > 1 ? picture : picture.autoOrient()).toFormat(format).toBuffer();
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    flush(done: TransformCallback) {
      stripped().then(
        (file) => done(null, file),
        (error: unknown) => done(error instanceof BrokenImageError ? error : new BrokenImageError(error)),
      );
    },
  });
}
