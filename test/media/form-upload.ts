import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** A picture of noise, so that it does not compress away. */
export async function noise(width: number, height: number, format: ImageFormat = 'png'): Promise<Buffer> {
  const bytes = randomBytes(width * height * 3);
  const raw = { width, height, channels: 3 as const };
  return sharp(bytes, { raw })
    .toFormat(format, format === 'avif' ? { effort: 0 } : {})
    .toBuffer();
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(type), data]);
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** A sound picture of one bit a pixel that takes next to nothing until it is unpacked; drawing it would take seconds. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const lines = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', lines),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function formOf(file: Uint8Array, name = 'picture.png', field = 'file'): FormData {
  const form = new FormData();
  form.append('caption', 'ignored');
  form.append(field, new Blob([new Uint8Array(file)]), name);
  return form;
}

/** Sends the beginning of an upload and hangs up once it has `arrived`. Resolves when the connection is closed. */
export function hangUp(
  url: string,
  token: string,
  beginning: Uint8Array,
  arrived: () => Promise<unknown>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const boundary = 'b0undary';
    const sent = request(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    });
    sent.on('error', () => undefined);
    sent.on('close', () => resolve());
    sent.write(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`);
    sent.write(
      beginning,
      () =>
        void arrived()
          .catch(reject)
          .finally(() => sent.destroy()),
    );
  });
}
