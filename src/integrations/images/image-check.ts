import { Transform, type TransformCallback } from 'node:stream';
import type Sharp from 'sharp';

export interface ImageSize {
  /** Pixels, as the picture is seen: turned when its camera says so. */
  width: number;
  height: number;
}

/** A picture of more pixels, those of all its frames together, is a mistake, or made to fill a program's memory. */
export const MAX_PIXELS = 40_000_000;

/** Thrown at the end of a picture that cannot be decoded. */
export class BrokenImageError extends Error {
  constructor(cause: unknown) {
    super('The picture cannot be decoded', { cause });
    this.name = 'BrokenImageError';
  }
}

/**
 * Passes a picture through while decoding it on the side. Its end is passed on only when the whole picture was sound,
 * so that a storage that writes what comes out of here keeps nothing of a broken one.
 */
export class ImageCheck extends Transform {
  readonly #decoder: ReturnType<typeof Sharp>;
  readonly #decoded: Promise<ImageSize>;
  #size: ImageSize | undefined;

  private constructor(sharp: typeof Sharp) {
    super();
    this.#decoder = sharp({
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
      sequentialRead: true,
      // Every frame of it.
      animated: true,
    });
    this.#decoded = this.#decode();
    // Awaited at the end; until then a failure must not count as unhandled.
    this.#decoded.catch(() => undefined);
    // A small picture may fail before its upload listens, which finds it failed then.
    this.on('error', () => undefined);
  }

  /** The decoder is loaded with the first picture: most processes never see one. */
  static async create(): Promise<ImageCheck> {
    const { default: sharp } = await import('sharp');
    return new ImageCheck(sharp);
  }

  /** Known when the end has passed. */
  get size(): ImageSize {
    if (!this.#size) throw new Error('The picture has not been read to its end');
    return this.#size;
  }

  async #decode(): Promise<ImageSize> {
    const { autoOrient, pages = 1, pageHeight } = await this.#decoder.metadata();
    // The library's own limit is for one frame.
    const frame = autoOrient.width * (pages > 1 && pageHeight ? pageHeight : autoOrient.height);
    if (frame * pages > MAX_PIXELS) throw new Error('There are too many pixels');
    // A thumbnail takes every row of the picture but no memory to speak of; shortcuts of the format would skip rows.
    await this.#decoder.resize(16, 16, { fit: 'inside', fastShrinkOnLoad: false }).raw().toBuffer();
    return { width: autoOrient.width, height: pages > 1 && pageHeight ? pageHeight : autoOrient.height };
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#decoder.write(chunk)) done(null, chunk);
    else this.#decoder.once('drain', () => done(null, chunk));
  }

  override _flush(done: TransformCallback): void {
    this.#decoder.end();
    this.#decoded.then(
      (size) => {
        this.#size = size;
        done();
      },
      (error: unknown) => done(new BrokenImageError(error)),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#decoder.destroy();
    done(error);
  }
}
