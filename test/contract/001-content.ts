import { unique } from './marketplace.js';
import { absent, bool, filled, int, iso, object, oneOf, orNull, text } from './shapes.js';
import { clientsOf, type Table } from './world.js';

const NOBODY = '0190aaaa-0000-7000-8000-000000000000';
const url = '/admin/content-pages';

interface Page {
  id: string;
  slug: string;
  title: string;
  status: string;
  parentId: string | null;
  publishedAt: string | null;
  deletedAt: string | null;
}

const summary = {
  id: filled,
  title: filled,
  description: orNull(text),
  slug: filled,
  status: oneOf('DRAFT', 'PUBLISHED'),
  template: oneOf('default', 'html'),
  layout: orNull(text),
  hideLowerMenu: bool,
  publishedAt: orNull(iso),
  sortOrder: int,
  parentId: orNull(filled),
  metaTitle: orNull(text),
  metaDescription: orNull(text),
  metaKeywords: orNull(text),
  metaRobots: orNull(text),
  ogTitle: orNull(text),
  ogDescription: orNull(text),
  ogImage: orNull(text),
  ogType: orNull(text),
  metadata: orNull(object),
  createdAt: iso,
  updatedAt: iso,
  deletedAt: orNull(iso),
};

export const contentPages: Table = async (t, world) => {
  const { admin } = clientsOf(t, world);
  const word = unique();
  const create = (fields: object = {}) =>
    t.ok<Page>(admin, `POST ${url}`, { title: `Page ${unique()}`, content: '<p>x</p>', ...fields }, 201);

  t.part('001 4.5 page create');
  const content = '<script>alert("typed")</script>\n<p style="x">& ä</p>';
  const made = await create({ title: `Über uns ${word}`, content });
  t.shape('created', made, { ...summary, content: text, schema: orNull(object) });
  t.has('defaults', made, {
    status: 'DRAFT',
    template: 'default',
    hideLowerMenu: false,
    publishedAt: null,
    sortOrder: 0,
    parentId: null,
    metaRobots: 'index, follow',
    layout: null,
    description: null,
    deletedAt: null,
  });
  t.has('the content is kept as typed', made, { content });
  t.holds(
    'the slug comes from the title',
    /^[a-z0-9]+(-[a-z0-9]+)*$/.test(made.slug) && made.slug.endsWith(word),
    made.slug,
  );
  const fields = {
    slug: `terms-${word}`,
    description: 'What holds',
    status: 'PUBLISHED',
    template: 'html',
    layout: 'wide',
    hideLowerMenu: true,
    sortOrder: 7,
    parentId: made.id,
    metaTitle: 'T',
    metaDescription: 'D',
    metaKeywords: 'k',
    metaRobots: 'noindex',
    ogTitle: 'O',
    ogDescription: 'OD',
    ogImage: 'media/og.png',
    ogType: 'article',
    schema: { '@type': 'WebPage' },
    metadata: { a: [1] },
  };
  const whole = await create(fields);
  t.has('as sent', whole, fields);
  t.has('published at once', whole, { publishedAt: iso });
  await t.lines(admin, [
    ['no title', `POST ${url}`, { content: 'x' }, 400, 'at:body.title'],
    ['no content', `POST ${url}`, { title: 'x' }, 400, 'at:body.content'],
    ['an empty title', `POST ${url}`, { title: '', content: 'x' }, 400, 'at:body.title'],
    ['another status', `POST ${url}`, { title: 'x', content: 'x', status: 'LIVE' }, 400, 'at:body.status'],
    [
      'another template',
      `POST ${url}`,
      { title: 'x', content: 'x', template: 'blog' },
      400,
      'at:body.template',
    ],
    ['a slug in capitals', `POST ${url}`, { title: 'x', content: 'x', slug: 'Terms' }, 400, 'at:body.slug'],
    ['a slug with spaces', `POST ${url}`, { title: 'x', content: 'x', slug: 'a b' }, 400, 'at:body.slug'],
    [
      'a schema that is no object',
      `POST ${url}`,
      { title: 'x', content: 'x', schema: 'x' },
      400,
      'at:body.schema',
    ],
    [
      'an unknown parent',
      `POST ${url}`,
      { title: 'x', content: 'x', parentId: NOBODY },
      400,
      'at:body.parentId',
    ],
    ['a slug in use', `POST ${url}`, { title: 'x', content: 'x', slug: whole.slug }, 409],
    ['a derived slug in use', `POST ${url}`, { title: `Über uns ${word}`, content: 'x' }, 409],
  ]);

  t.part('001 4.5 page change');
  t.is('get', await t.ok(admin, `GET ${url}/${whole.id}`), whole);
  t.has('update is partial', await t.ok(admin, `PUT ${url}/${whole.id}`, { title: 'Terms' }), {
    ...fields,
    title: 'Terms',
  });
  t.is(
    'its own slug is no clash',
    (await t.send(admin, `PUT ${url}/${whole.id}`, { slug: whole.slug })).status,
    200,
  );
  const drafted = await t.ok<Page>(admin, `PUT ${url}/${whole.id}`, { status: 'DRAFT' });
  t.is('back to a draft keeps publishedAt', drafted.publishedAt, whole.publishedAt);
  const published = await t.ok<Page>(admin, `PUT ${url}/${whole.id}`, { status: 'PUBLISHED' });
  t.is('publishing again, too', published.publishedAt, whole.publishedAt);
  const first = await t.ok<Page>(admin, `PUT ${url}/${made.id}`, { status: 'PUBLISHED' });
  t.has('the first time stamps it', first, { publishedAt: iso, status: 'PUBLISHED' });
  const grandchild = await create({ parentId: whole.id });
  await t.lines(admin, [
    ['its own parent', `PUT ${url}/${made.id}`, { parentId: made.id }, 400, 'at:body.parentId'],
    ['below its child', `PUT ${url}/${made.id}`, { parentId: whole.id }, 400, 'at:body.parentId'],
    ['below its grandchild', `PUT ${url}/${made.id}`, { parentId: grandchild.id }, 400, 'at:body.parentId'],
    ['an unknown parent', `PUT ${url}/${made.id}`, { parentId: NOBODY }, 400, 'at:body.parentId'],
    ['a slug in use', `PUT ${url}/${made.id}`, { slug: whole.slug }, 409],
    ['an empty title', `PUT ${url}/${made.id}`, { title: '' }, 400, 'at:body.title'],
    ['unknown', `PUT ${url}/${NOBODY}`, { title: 'x' }, 404],
    ['unknown', `GET ${url}/${NOBODY}`, 404],
    ['malformed', `GET ${url}/nonsense`, 404],
    ['unknown', `DELETE ${url}/${NOBODY}`, 404],
    ['unknown', `POST ${url}/${NOBODY}/restore`, 404],
    ['unknown', `POST ${url}/${NOBODY}/duplicate`, 404],
  ]);

  t.part('001 3 page delete and restore');
  await t.refused(admin, 'with live children', `DELETE ${url}/${made.id}`, undefined, 409);
  t.has('delete', await t.ok(admin, `DELETE ${url}/${grandchild.id}`), { id: grandchild.id, deletedAt: iso });
  t.is('deleted children do not hold it', (await t.send(admin, `DELETE ${url}/${whole.id}`)).status, 200);
  const next = await create({ slug: whole.slug });
  t.is('the slug of a deleted page is free', next.slug, whole.slug);
  await t.lines(admin, [
    ['the slug is taken', `POST ${url}/${whole.id}/restore`, 409],
    ['not deleted', `POST ${url}/${made.id}/restore`, 404],
    ['a deleted parent', `POST ${url}/${grandchild.id}/restore`, 400],
    [
      'a deleted parent',
      `POST ${url}`,
      { title: 'x', content: 'x', parentId: whole.id },
      400,
      'at:body.parentId',
    ],
  ]);
  await t.ok(admin, `DELETE ${url}/${next.id}`);
  t.has('restore', await t.ok(admin, `POST ${url}/${whole.id}/restore`), { id: whole.id, deletedAt: null });

  t.part('001 4.5 page duplicate');
  const root = await create({ title: 'Root', slug: `root-${word}`, status: 'PUBLISHED', parentId: made.id });
  const child = await create({
    title: 'Child',
    slug: `child-${word}`,
    status: 'PUBLISHED',
    parentId: root.id,
  });
  const removed = await create({ title: 'Removed', parentId: root.id });
  await t.ok(admin, `DELETE ${url}/${removed.id}`);
  const copy = await t.ok<Page>(admin, `POST ${url}/${root.id}/duplicate`, undefined, 201);
  t.has('the root', copy, {
    title: 'Root (copy)',
    slug: `root-${word}-copy`,
    status: 'DRAFT',
    publishedAt: null,
    parentId: made.id,
  });
  const below = await t.page<Page>(admin, `GET ${url}?parentId=${copy.id}`);
  t.is(
    'its live children',
    below.map(({ title, slug, status }) => [title, slug, status]),
    [['Child', `child-${word}-copy`, 'DRAFT']],
  );
  const again = await t.ok<Page>(admin, `POST ${url}/${root.id}/duplicate`, undefined, 201);
  t.has('once more', again, { slug: `root-${word}-copy-2` });
  t.is(
    'and its children',
    (await t.page<Page>(admin, `GET ${url}?parentId=${again.id}`)).map(({ slug }) => slug),
    [`child-${word}-copy-2`],
  );
  t.has('and once more', await t.ok(admin, `POST ${url}/${root.id}/duplicate`, undefined, 201), {
    slug: `root-${word}-copy-3`,
  });
  t.has('the original stays', await t.ok(admin, `GET ${url}/${child.id}`), {
    parentId: root.id,
    status: 'PUBLISHED',
  });

  t.part('001 4.5 page list');
  const rows = await t.page<Page & { sortOrder: number }>(admin, `GET ${url}`, { limit: 100 });
  t.shape('a row', rows[0], { ...summary, content: absent, schema: absent });
  t.ordered(
    'by sortOrder',
    rows.map(({ sortOrder }) => sortOrder),
  );
  const found = async (query: string) =>
    (await t.page<Page>(admin, `GET ${url}?searchValue=${word}${query}`)).map(({ slug }) => slug);
  t.is('search finds slugs', (await found('')).includes(`child-${word}`), true);
  t.is(
    'by status',
    (await t.page<Page>(admin, `GET ${url}?status=PUBLISHED`)).every(({ status }) => status === 'PUBLISHED'),
    true,
  );
  t.is(
    'top-level pages',
    (await t.page<Page>(admin, `GET ${url}?parentId=null`)).every(({ parentId }) => parentId === null),
    true,
  );
  t.is(
    'below a page',
    (await t.page<Page>(admin, `GET ${url}?parentId=${root.id}`)).map(({ id }) => id),
    [child.id],
  );
  t.is(
    'with deleted ones',
    (await t.page<Page>(admin, `GET ${url}?parentId=${root.id}&includeDeleted=true`)).length,
    2,
  );
  for (const key of ['title', 'createdAt', 'updatedAt', 'sortOrder'] as const)
    for (const direction of ['asc', 'desc'] as const) {
      const sorted = await t.page<Record<string, string>>(
        admin,
        `GET ${url}?searchValue=${word}&sortBy=${key}&sortDirection=${direction}`,
      );
      t.ordered(
        `${key} ${direction}`,
        sorted.map((row) => (key === 'title' ? row[key]?.toLowerCase() : row[key])),
        direction === 'asc' ? 'ascending' : 'descending',
      );
    }
  t.is('publishedAt', (await t.send(admin, `GET ${url}?sortBy=publishedAt`)).status, 200);
  await t.page(admin, `GET ${url}?limit=2&offset=1`, { limit: 2, offset: 1 });
  await t.lines(admin, [
    ['another status', `GET ${url}?status=LIVE`, 400, 'at:query.status'],
    ['another order', `GET ${url}?sortBy=slug`, 400, 'at:query.sortBy'],
    ['another direction', `GET ${url}?sortDirection=up`, 400, 'at:query.sortDirection'],
    ['limit 0', `GET ${url}?limit=0`, 400, 'at:query.limit'],
    ['limit 501', `GET ${url}?limit=501`, 400, 'at:query.limit'],
    ['offset -1', `GET ${url}?offset=-1`, 400, 'at:query.offset'],
  ]);

  t.part('001 5 raw HTML');
  const base = ['content:read', 'content:create', 'content:update', 'content:delete'];
  const editor = t.http.as((await world.account({ permissions: base })).token);
  const html = t.http.as((await world.account({ permissions: [...base, 'content:manageRawHtml'] })).token);
  const prose = await t.ok<Page>(
    editor,
    `POST ${url}`,
    { title: `Prose ${unique()}`, content: 'prose' },
    201,
  );
  const raw = await t.ok<Page>(
    html,
    `POST ${url}`,
    { title: `Raw ${unique()}`, content: '<b>raw</b>', template: 'html', parentId: prose.id },
    201,
  );
  await t.lines(editor, [
    ['create in raw HTML', `POST ${url}`, { title: 'x', content: 'x', template: 'html' }, 403],
    ['change the template', `PUT ${url}/${prose.id}`, { template: 'html' }, 403],
    ['change the content', `PUT ${url}/${prose.id}`, { content: 'other' }, 403],
    ['change the content', `PUT ${url}/${raw.id}`, { content: 'other' }, 403],
    ['duplicate it', `POST ${url}/${raw.id}/duplicate`, 403],
    ['duplicate what contains it', `POST ${url}/${prose.id}/duplicate`, 403],
    ['send the same content', `PUT ${url}/${raw.id}`, { content: '<b>raw</b>', template: 'html' }, 200],
    ['change something else', `PUT ${url}/${raw.id}`, { title: 'Still raw' }, 200],
  ]);
  await t.lines(html, [
    ['change the content', `PUT ${url}/${prose.id}`, { content: 'other' }, 200],
    ['change the template', `PUT ${url}/${prose.id}`, { template: 'html' }, 200],
    ['duplicate it', `POST ${url}/${raw.id}/duplicate`, 201],
  ]);
};
