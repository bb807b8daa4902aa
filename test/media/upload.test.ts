import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { blackPng, formOf, hangUp, type ImageFormat, noise } from './form-upload.js';

interface Uploaded {
  id: string;
  key: string;
  url: string;
  size: number;
  width: number;
  height: number;
  contentType: string;
  fileName: string;
}

let platform: TestPlatform;
let vendor: TestVendor;
let picture: Buffer;

beforeAll(async () => {
  platform = await startPlatform();
  vendor = await createVendor(platform.container);
  picture = await noise(64, 48);
});
afterAll(() => platform.stop());

async function upload(body: FormData | string, token = vendor.token, path = '/vendor/media') {
  const response = await platform.http.as(token).raw('POST', path, { body });
  const json = (await response.json()) as {
    data: Uploaded;
    errorCode?: string;
    errors?: { path: string; message: string }[];
  };
  return { status: response.status, ...json };
}

/** Everything that lies in the storage, half-written files too, and the rows that tell of it. */
async function kept(): Promise<unknown[]> {
  const folder = platform.container.config.STORAGE_DIR;
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const rows = (await platform.container.knex('media_files').select('key')) as unknown[];
  // The watch of the storage writes a probe of its own.
  const isProbe = (file: { parentPath: string }) => file.parentPath.endsWith('health');
  return [
    ...files
      .filter((file) => file.isFile() && !isProbe(file))
      .map((file) => join(file.parentPath, file.name))
      .sort(),
    ...rows,
  ];
}

describe('uploading a picture', () => {
  it('stores it and returns key, URL, type and size', async () => {
    const { status, data } = await upload(formOf(picture, 'C:\\photos\\दीया 1.png'));
    expect(status).toBe(201);
    expect(data).toMatchObject({
      key: `media/vendors/${vendor.vendorId}/${data.id}.png`,
      url: `${platform.container.config.PUBLIC_API_BASE_URL}/${data.key}`,
      contentType: 'image/png',
      fileName: 'दीया 1.png',
      size: picture.length,
      width: 64,
      height: 48,
    });
    const [row] = (await platform.container.knex('media_files').where({ id: data.id })) as unknown[];
    expect(row).toMatchObject({ key: data.key, vendorId: vendor.vendorId, createdBy: vendor.userId });
    const response = await fetch(`${platform.url}/${data.key}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(picture)).toBe(true);
  });

  it.each<[ImageFormat, string]>([
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/webp'],
    ['gif', 'image/gif'],
    ['avif', 'image/avif'],
  ])('takes %s, whatever the file is called', async (format, contentType) => {
    const { status, data } = await upload(formOf(await noise(20, 10, format), 'notes.txt'));
    expect([status, data.contentType, data.width, data.height]).toEqual([201, contentType, 20, 10]);
  });

  it('gives the size as the picture is seen when the camera was turned', async () => {
    const turned = await sharp(picture).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { data } = await upload(formOf(turned));
    expect([data.width, data.height]).toEqual([48, 64]);
  });

  it('takes one of exactly 10 MiB', async () => {
    const big = await noise(1_800, 1_900);
    expect(big.length).toBeGreaterThan(10_000_000);
    const limit = 10 * 1024 * 1024;
    // What follows the end of a PNG is ignored by decoders.
    const exact = Buffer.concat([big, Buffer.alloc(Math.max(0, limit - big.length))]);
    expect(exact.length).toBe(limit);
    // What follows the end of the picture is not kept.
    expect((await upload(formOf(exact))).data.size).toBe(big.length);
    const before = await kept();
    expect(await upload(formOf(Buffer.concat([exact, Buffer.alloc(1)])))).toMatchObject({
      status: 413,
      errorCode: 'PAYLOAD_TOO_LARGE',
    });
    expect(await upload(formOf(Buffer.concat([exact, exact])))).toMatchObject({ status: 413 });
    expect(await kept()).toEqual(before);
  });

  it('keeps nothing of what is refused', async () => {
    const before = await kept();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const refused = { status: 415, errorCode: 'UNSUPPORTED_MEDIA_TYPE' };
    expect(await upload(formOf(svg, 'a.png'))).toMatchObject(refused);
    expect(await upload(formOf(Buffer.from('%PDF-1.7 hello'), 'a.png'))).toMatchObject(refused);
    expect(await upload(formOf(Buffer.alloc(0)))).toMatchObject(refused);

    const broken = { status: 400, errorCode: 'VALIDATION_ERROR', errors: [{ path: 'body.file' }] };
    const large = await noise(600, 400);
    expect(await upload(formOf(large.subarray(0, large.length - 5_000)))).toMatchObject(broken);
    const jpeg = await noise(600, 400, 'jpeg');
    expect(await upload(formOf(jpeg.subarray(0, jpeg.length / 2)))).toMatchObject(broken);
    expect(await upload(formOf(large.subarray(0, 64)))).toMatchObject(broken);

    expect(await upload(formOf(picture, 'a.png', 'image'))).toMatchObject(broken);
    expect(await upload(new FormData())).toMatchObject(broken);
    expect(await upload('not a form')).toMatchObject(refused);
    expect(await kept()).toEqual(before);
  });

  it('refuses a picture that would unpack to far more than it is', async () => {
    const bomb = blackPng(10_001, 10_000);
    expect(bomb.length).toBeLessThan(100_000);
    // Nothing else is wrong with it.
    expect((await upload(formOf(blackPng(100, 100)))).status).toBe(201);
    expect(await upload(formOf(bomb))).toMatchObject({ status: 400, errors: [{ path: 'body.file' }] });
  });

  it('keeps nothing of an upload whose client goes away', async () => {
    const before = await kept();
    const large = await noise(900, 900);
    // Its file is being written: nothing would be kept either of what was never begun.
    const isWritten = () => eventually(async () => expect(await kept()).not.toEqual(before));
    await hangUp(`${platform.url}/vendor/media`, vendor.token, large.subarray(0, 1_500_000), isWritten);
    await eventually(async () => expect(await kept()).toEqual(before));
  });

  it('keeps nothing when the row cannot be written', async () => {
    const { knex } = platform.container;
    const before = await kept();
    await knex.raw('alter table media_files add constraint none check (width <> 65)');
    expect((await upload(formOf(await noise(65, 48)))).status).toBe(500);
    expect(await kept()).toEqual(before);
  });

  it('is for vendors, and for administrators with the permission', async () => {
    const admin = await createSession(platform.container, { permissions: ['media:upload'] });
    const { status, data } = await upload(formOf(picture), admin.token, '/admin/media');
    expect([status, data.key]).toEqual([201, `media/platform/${data.id}.png`]);
    const other = await createSession(platform.container, { permissions: ['order:view'] });
    expect((await upload(formOf(picture), other.token, '/admin/media')).status).toBe(403);
    expect((await upload(formOf(picture), admin.token, '/vendor/media')).status).toBe(403);
    expect((await upload(formOf(picture), 'nobody')).status).toBe(401);
  });
});

describe('what a picture says of its maker', () => {
  const place = {
    IFD0: { Copyright: 'Asha Rao', Software: 'camera' },
    IFD3: { GPSLatitude: '19/1 4/1 30/1', GPSLatitudeRef: 'N' },
  };

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'is taken out of a %s, and its pixels stay',
    async (format) => {
      const raw = await sharp(await noise(40, 20))
        .toColourspace('srgb')
        .png()
        .toBuffer();
      const source = await sharp(raw)
        .withExif(place)
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret-camera</x:xmpmeta>')
        .toFormat(format, format === 'avif' ? { effort: 0 } : {})
        .toBuffer();
      const { status, data } = await upload(formOf(source, `a.${format}`));
      expect(status).toBe(201);
      const stored = await platform.container.storage.get(data.key);
      const chunks: Buffer[] = [];
      for await (const chunk of stored?.body ?? []) chunks.push(chunk as Buffer);
      const file = Buffer.concat(chunks);
      expect(file.length).toBe(data.size);
      const { exif, xmp, width, height } = await sharp(file).metadata();
      expect([exif, xmp, width, height]).toEqual([undefined, undefined, 40, 20]);
      for (const word of ['Asha Rao', 'secret-camera']) expect(file.includes(word)).toBe(false);
      if (['jpeg', 'png', 'webp'].includes(format))
        expect(await sharp(file).raw().toBuffer()).toEqual(await sharp(source).raw().toBuffer());
    },
  );

  it('leaves a JPEG turned as it was, and nothing behind its end', async () => {
    const turned = await sharp(await noise(40, 20))
      .jpeg()
      .withExif(place)
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { status, data } = await upload(
      formOf(Buffer.concat([turned, Buffer.from('trailing secret')]), 'a.jpg'),
    );
    expect([status, data.width, data.height]).toEqual([201, 20, 40]);
    const stored = await platform.container.storage.get(data.key);
    const chunks: Buffer[] = [];
    for await (const chunk of stored?.body ?? []) chunks.push(chunk as Buffer);
    const file = Buffer.concat(chunks);
    expect((await sharp(file).metadata()).orientation).toBe(6);
    expect(file.includes('Asha Rao') || file.includes('trailing')).toBe(false);
  });

  it('counts the pixels of all frames', async () => {
    const animation = async (size: number, colours: string[]) => {
      const frame = (background: string) =>
        sharp({ create: { width: size, height: size, channels: 3, background } })
          .png()
          .toBuffer();
      const frames = await Promise.all(colours.map(frame));
      return sharp(frames, { join: { animated: true } })
        .gif({ effort: 1 })
        .toBuffer();
    };
    const many = await animation(4_000, ['red', 'green', 'blue']);
    expect((await upload(formOf(many, 'a.gif'))).status).toBe(400);
    const few = await animation(500, ['red', 'green']);
    const { status, data } = await upload(formOf(few, 'a.gif'));
    expect([status, data.width, data.height]).toEqual([201, 500, 500]);
  });
});
