import { newId } from '#lib/ids.js';
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

interface SendBody {
  audience?: { type?: string; userIds?: unknown };
  templateId?: unknown;
  blocks?: unknown;
  scheduleFor?: unknown;
}

/** The people exist, the content comes from one place, and the time is ahead. */
async function fitSend(container: Container, json: unknown): Promise<unknown> {
  const { audience, ...body } = json as SendBody;
  const ids = audience?.type === 'user_ids' && Array.isArray(audience.userIds) ? audience.userIds : undefined;
  const few = ids && ids.length > 0 && ids.length <= 1_000;
  if (body.templateId !== undefined) delete body.blocks;
  if (typeof body.scheduleFor === 'string')
    body.scheduleFor = new Date(Date.now() + 86_400_000).toISOString();
  return {
    ...body,
    audience: few ? { ...audience, userIds: await usersFor(container, ids.length) } : audience,
  };
}

const ofAudience: MakeFixture = async ({ container, world }) => {
  await world.make('user');
  await world.make('campaignTemplate');
  return { fit: (json) => fitSend(container, json) };
};

/** A name is of one template alone, and of short ones there are few. */
const ownName: MakeFixture = ({ container }) =>
  Promise.resolve({
    fit: async (json) => {
      const { name } = json as { name?: unknown };
      if (typeof name === 'string')
        await container.knex('campaigns_templates').where({ name: name.trim() }).delete();
      return json;
    },
  });

const unsubscribeLink: MakeFixture = ({ container }) => {
  const link = { broadcastId: newId(), address: `buyer-${newId()}@example.com` };
  return Promise.resolve({
    params: { token: writeUnsubscribeToken(link, container.keyring) },
  });
};

export const campaignsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/campaigns/send': ofAudience,
  'POST /admin/campaigns/audience': ofAudience,
  'POST /admin/campaigns/templates': ownName,
  'GET /store/unsubscribe/:token': unsubscribeLink,
  'POST /store/unsubscribe/:token': async (at) => ({
    ...(await unsubscribeLink(at)),
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
};
