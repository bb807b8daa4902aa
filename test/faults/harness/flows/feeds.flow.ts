import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFeedVariants } from '#db/feeds/feed-variants.query.js';
import { canonicalJson } from '#lib/crypto.js';
import { createMerchantFeed } from '#plugins/merchant-feed/operations/merchant-feed.js';
import { createSocialFeed } from '#plugins/social-catalog/operations/social-feed.js';
import { consentToFeed, SANDBOX_CATALOG, writeFeedSettings } from '../../../../scripts/seed/feed-settings.js';
import { createSession } from '../../../_support/accounts.js';
import { createProduct } from '../../../_support/products.js';
import { createVendor } from '../../../_support/vendors.js';
import { systemContext } from '#domain/_shared/context.js';
import { setSandboxMode } from '../injection/sandbox-modes.js';
import { type Finding, finding } from '../finding.js';
import type { Fixtures, Flow } from '../flow.js';

const PRODUCTS = 12;
const MERCHANT = '/admin/merchant-feed';
const SOCIAL = '/admin/social-catalog';

/** Vendors change stock and are suspended while both feeds send to remote sides that fail now and then. */
export function createFlow(): Flow {
  let admin = '';
  let vendor = { token: '', vendorId: '' };
  let other = { token: '', vendorId: '' };
  const variantIds: string[] = [];

  async function settle(fixtures: Fixtures, call: () => Promise<unknown>): Promise<void> {
    await call();
    fixtures.points.reach('change of a feed item');
  }

  return {
    name: 'feeds',
    clients: 2,
    pauseMs: 500,
    points: ['change of a feed item'],
    rest: {
      'feed items to send': `feeds_intents where state in ('open', 'taken', 'submitted')`,
      'fan-outs of feeds': 'events_fan_outs',
    },

    async prepare({ container, api }) {
      const { unitOfWork, config } = container;
      const ctx = systemContext({ name: 'faults' }, new Date());
      await unitOfWork.run(ctx, (tx) => writeFeedSettings(tx, container));
      admin = (await createSession(container, { roles: ['superAdmin'] })).token;
      [vendor, other] = [await createVendor(container), await createVendor(container)];
      for (let index = 0; index < PRODUCTS; index += 1) {
        const { vendorId } = index % 2 === 0 ? vendor : other;
        const { variants } = await createProduct(container, vendorId, {
          thumbnail: 'media/platform/lamp.png',
          variants: [{ stock: 1 }],
        });
        variantIds.push(...variants.map(({ id }) => id));
      }
      const as = api.as(admin);
      for (const path of [MERCHANT, SOCIAL]) await consentToFeed(config.PUBLIC_API_BASE_URL, admin, path);
      await as.call('POST', `${SOCIAL}/select-catalog`, { body: SANDBOX_CATALOG });
      for (const path of [MERCHANT, SOCIAL]) await as.call('POST', `${path}/bootstrap`);
    },

    async round(fixtures, random) {
      const { MERCHANT_API_URL, SOCIAL_API_URL } = fixtures.container.config;
      if (random.chance(0.1)) {
        const fault = random.pick([{ failNext: 2 }, { loseNext: 2 }]);
        await setSandboxMode(random.pick([MERCHANT_API_URL, SOCIAL_API_URL]), fault);
      }
      const as = fixtures.api.as(admin);
      if (random.chance(0.08)) {
        // One after the other by one client or by two: whichever comes last is what holds.
        const body = { status: random.pick(['suspended', 'active']) };
        await settle(fixtures, () =>
          as.call('PATCH', `/admin/vendors/${other.vendorId}`, { body, accept: [409] }),
        );
      } else if (random.chance(0.2)) {
        const id = random.pick(variantIds);
        const path = random.pick([MERCHANT, SOCIAL]);
        await settle(fixtures, () => as.call('POST', `${path}/items/${id}/resync`));
      } else {
        const variantId = random.pick(variantIds.filter((_, index) => index % 2 === 0));
        const body = { delta: random.pick([1, -1]), reason: 'counted again' };
        const path = `/vendor/inventory/${variantId}/adjust`;
        await settle(fixtures, () =>
          fixtures.api.as(vendor.token).call('POST', path, { body, accept: [400, 409, 422] }),
        );
      }
    },

    async later({ container }) {
      for (const url of [container.config.MERCHANT_API_URL, container.config.SOCIAL_API_URL])
        await setSandboxMode(url, null);
    },

    async check(fixtures) {
      const { container, folder } = fixtures;
      await container.settings.refresh();
      const variants = await readFeedVariants(container.knex, variantIds);
      const merchant = createMerchantFeed(container);
      const social = createSocialFeed(container);
      const differing = (feed: typeof merchant, remote: ReadonlyMap<string, object>): Finding => {
        const problems = variantIds.flatMap((id) => {
          const variant = variants.get(id);
          const mapped = variant && feed.map(variant, new Date());
          const wanted = mapped && 'payload' in mapped ? mapped.payload : null;
          const found = remote.get(id) ?? null;
          return canonicalJson(found) === canonicalJson(wanted)
            ? []
            : [`variant ${id} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`];
        });
        return finding(`the ${feed.id} feed has what every variant maps to`, variantIds.length, problems);
      };
      return [
        differing(merchant, merchantItems(folder.sandboxes)),
        differing(social, socialItems(folder.sandboxes)),
      ];
    },

    async invariants({ container: { knex } }) {
      const failed = (await knex('feeds_items').where({ status: 'failed' })) as {
        variantId: string;
        lastError: string;
      }[];
      const { rows: doubled } = await knex.raw<{ rows: { variantId: string }[] }>(
        `select variant_id from feeds_intents where state in ('taken', 'submitted')
         group by feed, variant_id having count(*) > 1`,
      );
      const items = (await knex('feeds_items')) as unknown[];
      return [
        finding(
          'no item of a feed failed',
          items.length,
          failed.map(({ variantId, lastError }) => `${variantId}: ${lastError}`),
          { mayBeEmpty: true },
        ),
        finding(
          'no variant is sent twice at once',
          items.length,
          doubled.map(({ variantId }) => variantId),
          { mayBeEmpty: true },
        ),
      ];
    },
  };
}

function journal<Entry>(folder: string, name: string): Entry[] {
  const file = join(folder, name);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line) as Entry);
}

interface MerchantEntry {
  op: string;
  id?: string;
  product?: { id: string; input: { offerId: string; versionNumber: string } & Record<string, unknown> };
}

/** Inputs of the merchant account, by offer id, without their versions. */
function merchantItems(folder: string): Map<string, object> {
  const items = new Map<string, object>();
  for (const { op, id, product } of journal<MerchantEntry>(folder, 'merchant.jsonl')) {
    if (op === 'insert' && product) {
      const { versionNumber: _, ...input } = product.input;
      items.set(input.offerId, input);
    }
    if (op === 'delete' && id) items.delete(id.split('~').at(-1) ?? '');
  }
  return items;
}

function socialItems(folder: string): Map<string, object> {
  const items = new Map<string, object>();
  for (const { op, id, item } of journal<{ op: string; id: string; item: object | null }>(
    folder,
    'social.jsonl',
  )) {
    if (op !== 'item') continue;
    if (item) items.set(id, item);
    else items.delete(id);
  }
  return items;
}
