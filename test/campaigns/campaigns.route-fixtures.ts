import { newId } from '#lib/ids.js';
import { writeClickToken } from '#operations/campaigns/click-token.js';
import { writeUnsubscribeToken } from '#operations/campaigns/unsubscribe-token.js';
import type { Container } from '#runtime/container.js';
import { createUser } from '../_support/accounts.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** As many people as a list has places. */
async function usersFor(container: Container, count: number): Promise<string[]> {
  const users = Array.from({ length: count }, () => ({ id: newId() }));
  const rows = users.map(({ id }) => ({
    id,
    name: 'Asha',
    email: `user-${id}@example.com`,
    emailVerified: true,
  }));
  if (count > 1) await container.knex('accounts_users').insert(rows);
  return count === 1 ? [(await createUser(container)).userId] : users.map(({ id }) => id);
}

type Block = Record<string, unknown>;

/** A block is of the kind that its fields say. */
function fitBlock(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const { type: _type, ...fields } = given as Block;
  const has = (name: string) => fields[name] !== undefined;
  const text = [{ type: 'text', text: 'Words' }];
  for (const side of ['left', 'right', 'blocks'])
    if (Array.isArray(fields[side])) fields[side] = fields[side].map(fitBlock);
  if (has('left') || has('right'))
    return { type: 'columns', left: text, right: text, ...pick(fields, 'left', 'right', 'align') };
  if (has('blocks') || has('align'))
    return { type: 'section', align: 'left', blocks: text, ...pick(fields, 'blocks', 'align') };
  if (has('productId')) return { type: 'product', ...pick(fields, 'productId', 'label') };
  if (has('listingId') || has('count'))
    return { type: 'listing', listingId: newId(), ...pick(fields, 'listingId', 'count') };
  if (has('discountId') || has('codes'))
    return { type: 'coupon', discountId: newId(), ...pick(fields, 'discountId', 'codes') };
  if (has('level')) return { type: 'heading', text: 'A heading', ...pick(fields, 'text', 'level') };
  if (has('height')) return { type: 'spacer', ...pick(fields, 'height') };
  if (has('alt') || has('href'))
    return { type: 'image', url: 'https://a.example/x.png', ...pick(fields, 'url', 'alt', 'href') };
  if (has('label') || has('url'))
    return { type: 'button', label: 'See it', url: 'https://a.example', ...pick(fields, 'label', 'url') };
  return has('text') ? { type: 'text', ...pick(fields, 'text') } : { type: 'divider' };
}

const pick = (from: Block, ...names: string[]) =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));

interface Body {
  name?: unknown;
  audience?: { type?: string; userIds?: unknown };
  templateId?: unknown;
  topicId?: unknown;
  blocks?: unknown;
  scheduleFor?: unknown;
}

const isWrong = (topicId: unknown) => topicId !== undefined && typeof topicId !== 'string';

/** New topics that campaigns may name. */
async function topicsFor({ knex }: Container, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    id: newId(),
    names: JSON.stringify([{ locale: 'en', name: 'Offers' }]),
  }));
  if (count > 0) await knex('campaigns_topics').insert(rows);
  return rows.map(({ id }) => id);
}

/** There is room for a topic, and its names are of different languages. */
const topic: MakeFixture = ({ container: { knex } }) => {
  const fit = async (json: unknown) => {
    await knex('campaigns_topics').whereNull('archivedAt').update({ archivedAt: new Date() });
    const { names, ...body } = json as { names?: unknown };
    if (!Array.isArray(names) || names.length < 2) return json;
    const unique = names.map((name: unknown, index) =>
      typeof name === 'object' && name !== null ? { ...name, locale: `en-${100 + index}` } : name,
    );
    return { ...body, names: unique };
  };
  return Promise.resolve({ fit });
};

/** Topics that exist, as many as a list has places. */
const chosenTopics: MakeFixture = ({ container }) =>
  Promise.resolve({
    fit: async (json: unknown) => {
      const { topicIds, ...body } = json as { topicIds?: unknown };
      if (!Array.isArray(topicIds) || topicIds.length > 20) return json;
      await container.knex('campaigns_topics').whereNull('archivedAt').update({ archivedAt: new Date() });
      return { ...body, topicIds: await topicsFor(container, topicIds.length) };
    },
  });

/** The people exist, the content comes from one place and is of its kinds, and the time is ahead. */
async function fitBody({ container, fixtures }: Parameters<MakeFixture>[0], json: unknown): Promise<unknown> {
  const body: Body = { ...(json as Body) };
  if (body.templateId !== undefined) delete body.blocks;
  if (Array.isArray(body.blocks)) body.blocks = body.blocks.map(fitBlock);
  if (typeof body.scheduleFor === 'string')
    body.scheduleFor = new Date(Date.now() + 86_400_000).toISOString();
  // Whatever other requests have made: a campaign names an active topic.
  if (body.audience !== undefined && !isWrong(body.topicId))
    body.topicId = (await topicsFor(container, 1))[0];
  const ids = body.audience?.userIds;
  if (Array.isArray(ids)) {
    const few = ids.length > 0 && ids.length <= 1_000;
    body.audience = { type: 'user_ids', userIds: few ? await usersFor(container, ids.length) : ids };
  }
  // A name is of one template alone, and of short ones there are few.
  if (typeof body.name === 'string') {
    const others = container.knex('campaigns_templates').where({ name: body.name.trim() });
    await others.whereNot({ id: await fixtures.make('campaignTemplate') }).delete();
  }
  return body;
}

const consistent: MakeFixture = async (at) => {
  await at.fixtures.make('user');
  await at.fixtures.make('campaignTemplate');
  return { fit: (json) => fitBody(at, json) };
};

const template: MakeFixture = async (at) => ({
  ...(await consistent(at)),
  body: { name: `Sale ${newId()}`, subject: 'The sale', blocks: [{ type: 'text', text: 'Hello' }] },
});

const unsubscribeLink: MakeFixture = ({ container }) => {
  const link = { broadcastId: newId(), address: `buyer-${newId()}@example.com` };
  return Promise.resolve({
    params: { token: writeUnsubscribeToken(link, container.keyring) },
  });
};

/** A link of a mail that was sent. */
const clickLink: MakeFixture = async ({ container, fixtures }) => {
  const broadcastId = await fixtures.make('broadcast');
  const [recipientId, key] = [newId(), newId().replaceAll('-', '').slice(0, 16)];
  await container.knex('campaigns_recipients').insert({ id: recipientId, broadcastId, state: 'sent' });
  await container.knex('campaigns_links').insert({ broadcastId, key, block: 0, url: 'https://a.example/' });
  return { params: { token: writeClickToken(recipientId, container.config), key } };
};

/** A broadcast that is over, of which somebody failed. */
const sentBroadcast: MakeFixture = async ({ container, fixtures }) => {
  const id = await fixtures.make('broadcast');
  await container.knex('campaigns_broadcasts').where({ id }).update({ status: 'sent' });
  return { params: { id } };
};

export const campaignsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/campaigns/send': consistent,
  'POST /admin/campaigns/audience': consistent,
  'POST /admin/campaigns/topics': topic,
  'PUT /admin/campaigns/topics/:id': async (at) => ({
    ...(await topic(at)),
    params: { id: await at.fixtures.make('campaignTopic') },
  }),
  'PUT /store/email-preferences': chosenTopics,
  'GET /store/unsubscribe/:token/topics': unsubscribeLink,
  'POST /admin/campaigns/test': consistent,
  'POST /admin/campaigns/preview': consistent,
  'POST /admin/campaigns/templates': template,
  'PUT /admin/campaigns/templates/:id': template,
  'POST /admin/campaigns/broadcasts/:id/resend': sentBroadcast,
  'GET /store/clicks/:token/:key': clickLink,
  'GET /store/unsubscribe/:token': unsubscribeLink,
  'POST /store/unsubscribe/:token': async (at) => ({
    ...(await unsubscribeLink(at)),
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
};
