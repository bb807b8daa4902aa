import { unique } from './marketplace.js';
import { absent, bool, filled, int, iso, list, oneOf, orNull } from './shapes.js';
import { clientsOf, type Table } from './world.js';

const NOBODY = '0190aaaa-0000-7000-8000-000000000000';
const stamps = { createdAt: iso, updatedAt: iso, deletedAt: orNull(iso) };
const attributeShape = {
  id: filled,
  title: filled,
  code: filled,
  type: oneOf('multi_select', 'text', 'boolean', 'number', 'select'),
  isRequired: bool,
  isUnique: bool,
  ...stamps,
};
const valueShape = { id: filled, attributeId: filled, value: filled, sortOrder: int, ...stamps };
const groupShape = { id: filled, title: filled, code: filled, attributes: list, ...stamps };

interface Attribute {
  id: string;
  code: string;
  values?: { id: string; value: string }[];
  deletedAt: string | null;
}
interface Group {
  id: string;
  attributes: { id: string; sortOrder: number }[];
  deletedAt: string | null;
}

export const attributes: Table = async (t, world) => {
  const { admin } = clientsOf(t, world);
  const url = '/admin/product-attributes';
  const code = () => `attr-${unique()}`;

  t.part('001 4.2 attribute create');
  for (const type of ['multi_select', 'text', 'boolean', 'number', 'select']) {
    const made = await t.ok<Attribute>(admin, `POST ${url}`, { title: 'Colour', code: code(), type }, 201);
    t.shape(type, made, attributeShape);
    t.has(`${type}: defaults`, made, { isRequired: false, isUnique: false, deletedAt: null });
    t.is(`${type}: has values or not`, Array.isArray(made.values), type.endsWith('select'));
  }
  const values = [
    { value: 'Red', sortOrder: 2 },
    { value: 'Blue', sortOrder: 1 },
  ];
  const whole = { title: 'Colour', code: code(), type: 'select', isRequired: true, isUnique: true, values };
  const made = await t.ok<Attribute>(admin, `POST ${url}`, whole, 201);
  t.has('as sent', made, { title: 'Colour', code: whole.code, isRequired: true, isUnique: true });
  t.shape('a value', made.values?.[0], valueShape);
  t.is('values', made.values?.map(({ value }) => value).sort(), ['Blue', 'Red']);
  await t.refused(admin, 'a code that is taken', `POST ${url}`, whole, 409, { code: 'UNIQUE_VIOLATION' });
  const long = 'x'.repeat(255);
  await t.bounds(
    admin,
    `POST ${url}`,
    { title: 'T', type: 'text', code: code() },
    [['title', [], ['', `${long}x`, 12, null, undefined]]],
    201,
  );
  await t.bounds(
    admin,
    `POST ${url}`,
    { title: 'T', type: 'text' },
    [
      [
        'code',
        [`a${unique()}`, `a-${unique()}`, `9${unique()}${'z'.repeat(244)}`],
        ['', 'Colour', 'a_b', 'a b', 'ä', `${long}x`, undefined],
      ],
    ],
    201,
  );
  await t.bounds(
    admin,
    `POST ${url}`,
    { title: 'T', code: code() },
    [['type', [], ['colour', '', null, undefined]]],
    201,
  );
  t.is(
    '255 characters of title',
    (await t.send(admin, `POST ${url}`, { title: long, code: code(), type: 'text' })).status,
    201,
  );
  await t.lines(admin, [
    [
      'an empty value',
      `POST ${url}`,
      { ...whole, code: code(), values: [{ value: '', sortOrder: 0 }] },
      400,
      'at:body.values',
    ],
    [
      'a value of 256',
      `POST ${url}`,
      { ...whole, code: code(), values: [{ value: `${long}x`, sortOrder: 0 }] },
      400,
      'at:body.values',
    ],
    [
      'a negative sortOrder',
      `POST ${url}`,
      { ...whole, code: code(), values: [{ value: 'Red', sortOrder: -1 }] },
      400,
      'at:body.values',
    ],
    ['values of a text', `POST ${url}`, { ...whole, code: code(), type: 'text' }, 400, 'at:body.values'],
    ['no boolean', `POST ${url}`, { ...whole, code: code(), isRequired: 'yes' }, 400, 'at:body.isRequired'],
  ]);

  t.part('001 4.2 attribute read and change');
  t.is('get', await t.ok(admin, `GET ${url}/${made.id}`), made);
  const listed = await t.page<Attribute>(admin, `GET ${url}?search=${whole.code}`);
  t.is(
    'the search finds it',
    listed.map(({ id }) => id),
    [made.id],
  );
  const renamed = await t.ok<Attribute>(admin, `PUT ${url}/${made.id}`, { title: 'Shade' });
  t.has('an update is partial', renamed, {
    title: 'Shade',
    code: whole.code,
    isRequired: true,
    type: 'select',
  });
  t.is('what is left out stays', renamed.values?.length, 2);
  const fewer = await t.ok<Attribute>(admin, `PUT ${url}/${made.id}`, {
    values: [
      { value: 'Red', sortOrder: 0 },
      { value: 'Green', sortOrder: 1 },
    ],
  });
  t.is(
    'values are replaced',
    fewer.values?.map(({ value }) => value),
    ['Red', 'Green'],
  );
  t.is(
    'a value keeps its id',
    fewer.values?.find(({ value }) => value === 'Red')?.id,
    made.values?.find(({ value }) => value === 'Red')?.id,
  );
  const other = await t.ok<Attribute>(
    admin,
    `POST ${url}`,
    { title: 'Other', code: code(), type: 'text' },
    201,
  );
  await t.refused(admin, 'a code that is taken', `PUT ${url}/${other.id}`, { code: whole.code }, 409, {
    code: 'UNIQUE_VIOLATION',
  });
  await t.refused(admin, 'an empty title', `PUT ${url}/${other.id}`, { title: '' }, 400, {
    field: 'body.title',
  });

  t.part('001 3 attribute soft delete');
  const gone = await t.ok<Attribute>(admin, `DELETE ${url}/${other.id}`);
  t.has('the deleted row', gone, { id: other.id, deletedAt: iso });
  t.is('lists leave it out', await t.page(admin, `GET ${url}?search=${other.code}`), []);
  const shown = await t.page<Attribute>(
    admin,
    `GET ${url}?search=${other.code}&filters[]=includeDeleted:eq:true`,
  );
  t.is(
    'unless asked for',
    shown.map(({ id }) => id),
    [other.id],
  );
  t.has('restore', await t.ok(admin, `POST ${url}/${other.id}/restore`), { id: other.id, deletedAt: null });
  t.is('a repeat changes nothing', (await t.send(admin, `POST ${url}/${other.id}/restore`)).status, 200);
  await t.lines(admin, [
    ['unknown', `GET ${url}/${NOBODY}`, 404],
    ['malformed', `GET ${url}/nonsense`, 404],
    ['unknown', `PUT ${url}/${NOBODY}`, { title: 'T' }, 404],
    ['unknown', `DELETE ${url}/${NOBODY}`, 404],
    ['unknown', `POST ${url}/${NOBODY}/restore`, 404],
  ]);

  t.part('001 4.2 attribute groups');
  const groups = '/admin/product-attribute-groups';
  const plain = await t.ok<Group>(admin, `POST ${groups}`, { title: 'Clothes', code: code() }, 201);
  t.shape('created', plain, groupShape);
  t.is('without members', plain.attributes, []);
  const groupCode = code();
  const members = [
    { attributeId: made.id, sortOrder: 2 },
    { attributeId: other.id, sortOrder: 1 },
  ];
  const group = await t.ok<Group>(
    admin,
    `POST ${groups}`,
    { title: 'Shoes', code: groupCode, attributes: members },
    201,
  );
  t.is(
    'members with their order',
    group.attributes.map(({ id, sortOrder }) => [id, sortOrder]).sort(),
    [
      [made.id, 2],
      [other.id, 1],
    ].sort(),
  );
  t.shape('a member', group.attributes[0], { ...attributeShape, sortOrder: int });
  await t.lines(admin, [
    ['a code that is taken', `POST ${groups}`, { title: 'G', code: groupCode }, 409, 'UNIQUE_VIOLATION'],
    ['no title', `POST ${groups}`, { code: code() }, 400, 'at:body.title'],
    ['a title of 256', `POST ${groups}`, { title: `${long}x`, code: code() }, 400, 'at:body.title'],
    ['capitals', `POST ${groups}`, { title: 'G', code: 'Shoes' }, 400, 'at:body.code'],
    [
      'an unknown member',
      `POST ${groups}`,
      { title: 'G', code: code(), attributes: [{ attributeId: NOBODY }] },
      400,
      'at:body.attributes',
    ],
    [
      'a member without id',
      `POST ${groups}`,
      { title: 'G', code: code(), attributes: [{ sortOrder: 1 }] },
      400,
      'at:body.attributes',
    ],
    [
      'a negative sortOrder',
      `POST ${groups}`,
      { title: 'G', code: code(), attributes: [{ attributeId: made.id, sortOrder: -1 }] },
      400,
      'at:body.attributes',
    ],
    ['unknown', `GET ${groups}/${NOBODY}`, 404],
    ['unknown', `PUT ${groups}/${NOBODY}`, { title: 'T' }, 404],
    ['unknown', `DELETE ${groups}/${NOBODY}`, 404],
    ['unknown', `POST ${groups}/${NOBODY}/restore`, 404],
  ]);
  const retitled = await t.ok<Group>(admin, `PUT ${groups}/${group.id}`, { title: 'Boots' });
  t.has('members stay where they are left out', retitled, { title: 'Boots', 'attributes.length': 2 });
  const replaced = await t.ok<Group>(admin, `PUT ${groups}/${group.id}`, {
    attributes: [{ attributeId: other.id, sortOrder: 5 }],
  });
  t.is(
    'members are replaced',
    replaced.attributes.map(({ id, sortOrder }) => [id, sortOrder]),
    [[other.id, 5]],
  );
  t.is(
    'by none, too',
    (await t.ok<Group>(admin, `PUT ${groups}/${group.id}`, { attributes: [] })).attributes,
    [],
  );
  t.is('get', (await t.ok<Group>(admin, `GET ${groups}/${group.id}`)).attributes, []);
  t.has('deleted', await t.ok(admin, `DELETE ${groups}/${group.id}`), { id: group.id, deletedAt: iso });
  t.is('lists leave it out', await t.page(admin, `GET ${groups}?search=${groupCode}`), []);
  t.has('restored', await t.ok(admin, `POST ${groups}/${group.id}/restore`), {
    id: group.id,
    deletedAt: null,
  });
  t.is('and listed', (await t.page(admin, `GET ${groups}?search=${groupCode}`)).length, 1);
  t.has('no trace of the deletion', await t.ok(admin, `GET ${groups}/${group.id}`), {
    deletedAt: null,
    error: absent,
  });
};
