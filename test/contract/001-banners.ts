import { unique } from './marketplace.js';
import { absent, bool, filled, int, iso, object, oneOf, orNull } from './shapes.js';
import { clientsOf, type Table } from './world.js';

const NOBODY = '0190aaaa-0000-7000-8000-000000000000';
const taxonomies = {
  category: 'categories',
  brand: 'brands',
  tag: 'tags',
  ingredient: 'ingredients',
} as const;

interface Banner {
  id: string;
  url: string;
  deletedAt: string | null;
}

const shape = {
  id: filled,
  entityType: oneOf(...Object.keys(taxonomies)),
  entityId: filled,
  image: filled,
  url: filled,
  platform: oneOf('APP', 'WEB', 'BOTH'),
  isActive: bool,
  sortOrder: int,
  metadata: orNull(object),
  createdAt: iso,
  updatedAt: iso,
  deletedAt: orNull(iso),
};

export const banners: Table = async (t, world) => {
  const { admin } = clientsOf(t, world);
  const url = '/admin/banners';
  const entries: Record<string, { id: string; slug: string }> = {};
  for (const [type, path] of Object.entries(taxonomies))
    entries[type] = await t.ok(admin, `POST /admin/${path}`, { title: `Entry ${unique()}` }, 201);
  const brand = entries['brand'];
  const tag = entries['tag'];
  if (!brand || !tag) throw new Error('No entries');

  t.part('001 4.4 banner create');
  const body = { entityType: 'brand', entityId: brand.id, image: 'media/one.png', url: '/sale' };
  for (const [entityType, { id, slug }] of Object.entries(entries)) {
    const made = await t.ok<Banner>(admin, `POST ${url}`, { ...body, entityType, entityId: id }, 201);
    t.shape(entityType, made, shape);
    t.has(`${entityType}: defaults`, made, {
      platform: 'BOTH',
      isActive: true,
      sortOrder: 0,
      metadata: null,
      deletedAt: null,
    });
    const shown = await t.ok<Banner[]>(t.http, `GET /store/banners/${entityType}/slug/${slug}`);
    t.is(
      `${entityType}: is shown`,
      shown.map((item) => item.id),
      [made.id],
    );
    t.shape(`${entityType}: as shown`, shown[0], shape);
    const [row] = await t.page<{ bannerCount: number }>(
      admin,
      `GET /admin/${taxonomies[entityType as 'brand']}?search=${slug}`,
    );
    t.is(`${entityType}: lists count it`, row?.bannerCount, 1);
    await t.send(admin, `DELETE ${url}/${made.id}`);
  }
  await t.bounds(
    admin,
    `POST ${url}`,
    body,
    [
      [
        'url',
        ['/', '/a?b=c', 'https://example.com/x', `/${'x'.repeat(2_047)}`],
        [
          '',
          'http://example.com',
          'javascript:alert(1)',
          'ftp://x.example',
          'mailto:a@example.com',
          'sale',
          `/${'x'.repeat(2_048)}`,
          undefined,
        ],
      ],
      ['image', ['x', 'not a file at all', 'x'.repeat(1_024)], ['', 'x'.repeat(1_025), undefined]],
      ['platform', ['APP', 'WEB', 'BOTH'], ['web', 'IOS']],
      ['sortOrder', [0, 7], [-1, 1.5, '1']],
      ['isActive', [false], ['yes']],
      ['metadata', [{ a: 1 }, null], ['x', 12]],
      ['entityType', [], ['vendor', '', undefined]],
    ],
    201,
  );
  const gone = await t.ok<{ id: string; slug: string }>(
    admin,
    'POST /admin/brands',
    { title: `Gone ${unique()}` },
    201,
  );
  await t.ok(admin, `DELETE /admin/brands/${gone.id}`);
  await t.lines(admin, [
    ['an unknown entry', `POST ${url}`, { ...body, entityId: NOBODY }, 404],
    ['an entry of another kind', `POST ${url}`, { ...body, entityId: tag.id }, 404],
    ['a deleted entry', `POST ${url}`, { ...body, entityId: gone.id }, 404],
    ['no entry', `POST ${url}`, { ...body, entityId: undefined }, 400, 'at:body.entityId'],
  ]);

  t.part('001 4.4 banner list');
  const filter = `entityType=tag&entityId=${tag.id}`;
  const make = (fields: object) =>
    t.ok<Banner>(admin, `POST ${url}`, { ...body, entityType: 'tag', entityId: tag.id, ...fields }, 201);
  const second = await make({ url: '/second', sortOrder: 1 });
  const newer = await make({ url: '/newer', sortOrder: 1 });
  const first = await make({ url: '/first', sortOrder: 0, platform: 'APP' });
  const hidden = await make({ url: '/hidden', isActive: false, platform: 'WEB' });
  const deleted = await make({ url: '/deleted', platform: 'WEB' });
  t.has('delete', await t.ok(admin, `DELETE ${url}/${deleted.id}`), { id: deleted.id, deletedAt: iso });
  const listed = async (query: string) =>
    (await t.page<Banner>(admin, `GET ${url}?${filter}${query}`)).map((item) => item.url).sort();
  t.is('deleted ones are left out', await listed(''), ['/first', '/hidden', '/newer', '/second']);
  t.is('unless asked for', (await listed('&filters[]=includeDeleted:eq:true')).length, 6);
  t.is('by platform', await listed('&platform=APP'), ['/first']);
  t.is('by state', await listed('&isActive=false'), ['/hidden']);
  t.is('active ones', await listed('&isActive=true'), ['/first', '/newer', '/second']);
  t.is('search', await listed('&search=second'), ['/second']);
  await t.lines(admin, [
    ['another type', `GET ${url}?entityType=vendor`, 400, 'at:query.entityType'],
    ['another platform', `GET ${url}?platform=IOS`, 400, 'at:query.platform'],
    ['no boolean', `GET ${url}?isActive=maybe`, 400, 'at:query.isActive'],
  ]);

  t.part('001 4.4 storefront banners');
  const shown = async (query = '') =>
    (await t.ok<Banner[]>(t.http, `GET /store/banners/tag/slug/${tag.slug}${query}`)).map((item) => item.url);
  t.is('by sortOrder, then the newest', await shown(), ['/first', '/newer', '/second']);
  t.is('BOTH shows all', await shown('?platform=BOTH'), ['/first', '/newer', '/second']);
  t.is('APP hides those of the web', await shown('?platform=APP'), ['/first', '/newer', '/second']);
  t.is('WEB hides those of the app', await shown('?platform=WEB'), ['/newer', '/second']);
  t.is(
    'is not paginated',
    (await t.send(t.http, `GET /store/banners/tag/slug/${tag.slug}`)).body.metadata,
    undefined,
  );
  t.is('a slug that does not resolve', await t.ok(t.http, 'GET /store/banners/tag/slug/nothing-like-it'), []);
  t.is('a deleted entry', await t.ok(t.http, `GET /store/banners/brand/slug/${gone.slug}`), []);
  const odd = await t.refused(
    t.http,
    'another type',
    `GET /store/banners/vendor/slug/${tag.slug}`,
    undefined,
    400,
    { code: 'BAD_REQUEST' },
  );
  t.holds(
    'names the types',
    Object.keys(taxonomies).every((type) => odd.body.message.includes(type)),
    odd.body.message,
  );
  await t.refused(
    t.http,
    'another platform',
    `GET /store/banners/tag/slug/${tag.slug}?platform=IOS`,
    undefined,
    400,
    { field: 'query.platform' },
  );

  t.part('001 4.4 banner change');
  t.has('update is partial', await t.ok(admin, `PUT ${url}/${second.id}`, { sortOrder: 9 }), {
    sortOrder: 9,
    url: '/second',
    entityId: tag.id,
  });
  t.is('and is shown', await shown(), ['/first', '/newer', '/second']);
  await t.ok(admin, `PUT ${url}/${newer.id}`, { url: '/newest', sortOrder: 20 });
  t.is('and is shown', await shown(), ['/first', '/second', '/newest']);
  await t.send(admin, `PUT ${url}/${first.id}`, { entityId: brand.id });
  t.has('the entry never changes', await t.ok(admin, `GET ${url}/${first.id}`), {
    entityType: 'tag',
    entityId: tag.id,
  });
  t.has('restore', await t.ok(admin, `POST ${url}/${deleted.id}/restore`), {
    id: deleted.id,
    deletedAt: null,
  });
  t.is('and is shown', (await shown()).includes('/deleted'), true);
  await t.lines(admin, [
    ['a bad address', `PUT ${url}/${first.id}`, { url: 'http://example.com' }, 400, 'at:body.url'],
    ['unknown', `GET ${url}/${NOBODY}`, 404],
    ['unknown', `PUT ${url}/${NOBODY}`, { sortOrder: 1 }, 404],
    ['unknown', `DELETE ${url}/${NOBODY}`, 404],
    ['unknown', `POST ${url}/${NOBODY}/restore`, 404],
  ]);
  t.has('get', await t.ok(admin, `GET ${url}/${hidden.id}`), {
    id: hidden.id,
    isActive: false,
    error: absent,
  });
};
