import { setTimeout as sleep } from 'node:timers/promises';
import { systemContext } from '#domain/_shared/context.js';
import type { FeedId } from '#domain/feeds/feed.js';
import { registeredFeeds } from '#domain/feeds/registered-feeds.js';
import type { Container } from '#runtime/container.js';
import {
  consentToFeed,
  SANDBOX_CATALOG as catalog,
  SANDBOX_MERCHANT_ID,
  writeFeedSettings,
} from './feed-settings.js';
import { signInAccounts } from './sign-in-accounts.js';

const TIMEOUT_MS = 120_000;
const MERCHANT = '/admin/merchant-feed';
const SOCIAL = '/admin/social-catalog';
export interface ConnectFeedsOptions {
  /** Base URL of the platform. */
  apiUrl: string;
  say: (line: string) => void;
}

/**
 * Connects both feeds to the sandboxes of a platform that runs, as an operator would, sends every eligible variant, and
 * leaves items in each state: refused ones, removed ones, some that wait for the next day.
 */
export async function connectFeeds(
  container: Container,
  { apiUrl, say }: ConnectFeedsOptions,
): Promise<void> {
  const { config, unitOfWork, clock } = container;
  if (registeredFeeds.length < 2) return say('feeds: their plugins are not registered, and nothing was sent');
  const ctx = systemContext({ name: 'demo-data' }, clock.now());
  await unitOfWork.run(ctx, (tx) => writeFeedSettings(tx, container));
  const token = await signIn(apiUrl, container);
  const api = createApi(apiUrl, token);

  const variants = await chosenVariants(container);
  await control(config.MERCHANT_API_URL, {
    refuse: Object.fromEntries(variants.refused.map((id) => [id, 'The title is not allowed'])),
  });
  // What was synced is not sent again: those whose batch is to be stuck fail at first.
  await control(config.SOCIAL_API_URL, imageErrors([...variants.refused, ...variants.stuck]));
  for (const path of [MERCHANT, SOCIAL]) await consentToFeed(apiUrl, token, path);
  await api('POST', `${SOCIAL}/select-catalog`, catalog);
  say(`feeds connected: merchant account ${SANDBOX_MERCHANT_ID}, catalog ${catalog.catalogId}`);

  for (const path of [MERCHANT, SOCIAL]) await api('POST', `${path}/bootstrap`);
  for (const id of variants.skipped)
    for (const path of [MERCHANT, SOCIAL]) await api('POST', `${path}/items/${id}/resync`);
  await untilSent(container);
  for (const id of variants.removed) await api('POST', `${MERCHANT}/items/${id}/delete-from-google`);
  await unitOfWork.run(ctx, (tx) =>
    tx('feeds_intents').insert(
      variants.removed.map((variantId) => ({
        feed: 'social',
        variantId,
        kind: 'delete',
        origin: 'operator',
      })),
    ),
  );
  await untilSent(container);
  await control(config.SOCIAL_API_URL, { ...imageErrors(variants.refused), stuckItems: variants.stuck });
  for (const id of variants.stuck) await api('POST', `${SOCIAL}/items/${id}/resync`);
  await untilSubmitted(container, variants.stuck);
  // Their batches never end; a later one with the same items does.
  await control(config.SOCIAL_API_URL, { stuckItems: [] });
  await putOff(container, variants.putOff);
  say('feeds: every eligible variant was sent, with items in each state');
}

type Api = (method: string, path: string, body?: object) => Promise<Response>;

async function signIn(apiUrl: string, { config }: Container): Promise<string> {
  const admin = signInAccounts(config).find(({ role }) => role === 'admin');
  const response = await fetch(`${apiUrl}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: admin?.email, password: admin?.password }),
  });
  const { token } = (await response.json()) as { token?: string };
  if (!token) throw new Error(`The administrator cannot sign in at ${apiUrl}: HTTP ${response.status}`);
  return token;
}

function createApi(apiUrl: string, token: string): Api {
  return async (method, path, body) => {
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.ok) return response;
    throw new Error(`${method} ${path}: HTTP ${response.status} ${await response.text()}`);
  };
}

const imageErrors = (variantIds: readonly string[]) => ({
  itemErrors: Object.fromEntries(variantIds.map((id) => [id, 'The image could not be fetched'])),
});

async function control(sandboxUrl: string, settings: object): Promise<void> {
  const response = await fetch(`${sandboxUrl}/_control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
  if (!response.ok) throw new Error(`The sandbox at ${sandboxUrl} refuses: ${await response.text()}`);
}

/** A few variants for each state, the same ones every time. */
async function chosenVariants({ knex }: Container) {
  const ids = async (status: string, count: number) => {
    const { rows } = await knex.raw<{ rows: { id: string }[] }>(
      `select v.id from products p join products_variants v on v.product_id = p.id
       where p.status = ? and p.deleted_at is null and v.deleted_at is null order by v.id limit ?`,
      [status, count],
    );
    return rows.map(({ id }) => id);
  };
  const active = await ids('active', 16);
  return {
    refused: active.slice(0, 4),
    removed: active.slice(4, 8),
    stuck: active.slice(8, 12),
    putOff: active.slice(12, 16),
    skipped: await ids('draft', 4),
  };
}

/** Waits until each feed has sent what is pending, or had it refused. */
async function untilSent({ knex }: Container): Promise<void> {
  await untilNone(async () => {
    const { rows } = await knex.raw<{ rows: { n: number }[] }>(
      `select (select count(*) from feeds_intents where state in ('open', 'taken', 'submitted'))
         + (select count(*) from events_fan_outs)
         + (select count(*) from outbox_deliveries where subscription = 'feeds-fan-out' and state <> 'delivered') as n`,
    );
    return Number(rows[0]?.n);
  });
}

/** Waits until a batch of the social catalog has each of the variants. */
async function untilSubmitted({ knex }: Container, variantIds: readonly string[]): Promise<void> {
  await untilNone(async () => {
    const submitted = (await knex('feeds_items')
      .where({ feed: 'social', status: 'submitted' })
      .whereIn('variantId', [...variantIds])
      .select('variantId')) as unknown[];
    return variantIds.length - submitted.length;
  });
}

/** @throws Error when `left` does not become 0 */
async function untilNone(left: () => Promise<number>): Promise<void> {
  const until = Date.now() + TIMEOUT_MS;
  while ((await left()) > 0) {
    if (Date.now() > until) throw new Error('The feeds do not come to rest: does the worker run?');
    await sleep(500);
  }
}

/** Updates beyond those of a day wait for the next one: their items stay pending. */
async function putOff({ knex, clock }: Container, variantIds: readonly string[]): Promise<void> {
  const dueAt = new Date(clock.now().getTime() + 86_400_000);
  for (const feed of ['merchant', 'social'] satisfies FeedId[]) {
    await knex('feeds_items')
      .where({ feed })
      .whereIn('variantId', [...variantIds])
      .update({ status: 'pending' });
    await knex('feeds_intents').insert(
      variantIds.map((variantId) => ({ feed, variantId, kind: 'upsert', origin: 'resync', dueAt })),
    );
  }
}
