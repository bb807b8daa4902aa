import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isGtin, isRestricted, gtinOf } from '#domain/feeds/feed-text.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

interface Gap {
  variantId: string;
  code: string | null;
  identifierProblem: string | null;
  smallPicture: boolean;
}

/** The digits with a right check digit behind them. */
function checked(body: string): string {
  return body + [...'0123456789'].find((digit) => isGtin(body + digit));
}

const problemOf = (code: string) => {
  const digits = code.replace(/[\s-]/g, '');
  if (digits === '') return 'missing';
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return 'wrong_form';
  if (!isGtin(digits)) return 'wrong_check_digit';
  return isRestricted(digits) ? 'restricted_prefix' : null;
};

test('every trade number is judged as the feeds judge it', async () => {
  const vendor = await createVendor(platform.container);
  const bodies = [
    '890123456789',
    '200123456789',
    '021234567890',
    '980123456789',
    '978014300723',
    '0212345',
    '9012345',
  ];
  const lengths = ['12345678901', '02345678901', '1890123456789', '0200123456789'];
  const codes = [
    ...[...bodies, ...lengths].flatMap((body) => [
      checked(body),
      `${body}${(Number(checked(body).at(-1)) + 1) % 10}`,
    ]),
    ' 890-1234 567890 ',
    'KURTA-1',
    '',
    '1234567',
  ];
  await createProduct(platform.container, vendor.vendorId, {
    variants: codes.map((barcode) => ({ barcode })),
  });
  const { body } = await platform.http.as(vendor.token).get<Gap[]>('/vendor/feed-gaps?limit=100');
  const found = new Map(body.data.map((gap) => [gap.code ?? '', gap.identifierProblem]));
  for (const code of codes) expect([code, found.get(code.trim()) ?? null]).toEqual([code, problemOf(code)]);
  expect(body.data).toHaveLength(codes.filter((code) => problemOf(code) !== null).length);
  expect(gtinOf('2001234567893', null, '8901234567890')).toBe('8901234567890');
});

test('small pictures are listed, to the own vendor and to administrators, and what is not on sale is not', async () => {
  const vendor = await createVendor(platform.container);
  const ean = '8901234567890';
  const pictures = { small: [499, 2_000], large: [500, 500] } as const;
  for (const [name, [width, height]] of Object.entries(pictures))
    await platform.container.knex('media_files').insert({
      id: newId(),
      key: `media/${vendor.vendorId}/${name}.png`,
      vendorId: vendor.vendorId,
      fileName: `${name}.png`,
      contentType: 'image/png',
      size: 1,
      width,
      height,
      createdBy: 'test',
    });
  const picture = (name: string) => ({ thumbnail: `media/${vendor.vendorId}/${name}.png` });
  const small = await createProduct(platform.container, vendor.vendorId, {
    ...picture('small'),
    variants: [{ ean }],
  });
  await createProduct(platform.container, vendor.vendorId, { ...picture('large'), variants: [{ ean }] });
  await createProduct(platform.container, vendor.vendorId, { status: 'draft', variants: [{ ean: '1' }] });
  const list = async (token: string, path: string) =>
    (await platform.http.as(token).get<Gap[]>(path)).body.data;
  const [gap, ...others] = await list(vendor.token, '/vendor/feed-gaps');
  expect(others).toEqual([]);
  expect(gap).toMatchObject({
    variantId: small.variants[0]?.id,
    identifierProblem: null,
    smallPicture: true,
  });
  const other = await createVendor(platform.container);
  expect(await list(other.token, '/vendor/feed-gaps')).toEqual([]);
  const admin = await createSession(platform.container, { roles: ['admin'] });
  const filter = `filters[]=vendorId:eq:${vendor.vendorId}&filters[]=smallPicture:eq:true`;
  expect(await list(admin.token, `/admin/feed-gaps?${filter}`)).toHaveLength(1);
});
