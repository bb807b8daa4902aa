import type { z } from 'zod';
import { requireUser } from '#api/kernel/require.js';
import { meQuery } from '#db/accounts/me.query.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { campaignsErrors } from '#domain/campaigns/campaigns.errors.js';
import { topicName } from '#domain/campaigns/campaign-topic.js';
import { acceptedLocale, localeChain } from '#domain/mail/locales.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { normalizeAddress } from '#domain/_shared/mail-address.js';
import { createEmailPreferences, type EmailPreferences } from '#operations/campaigns/email-preferences.js';
import { offeredLocales } from '#operations/mail/offered-locales.js';
import type { Platform } from '#operations/platform.js';
import type { emailPreferencesSchema } from './campaign-topics.schemas.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'outbox' | 'settings'>;

/** The campaign topics of a customer who is signed in. */
export function createEmailPreferencesService(deps: Deps) {
  const { knex, unitOfWork, settings } = deps;
  const preferences = createEmailPreferences(deps);

  /** Null for a guest, whose address is made up. @throws AppError UNAUTHORIZED */
  async function addressOf(ctx: Context): Promise<string | null> {
    const row = await meQuery(knex, requireUser(ctx));
    if (!row) throw platformErrors.unauthorized();
    return row.isAnonymous ? null : normalizeAddress(row.email);
  }

  function response(
    { choices, suppressed, address }: EmailPreferences & { address: string | null },
    accepted?: string,
  ): z.input<typeof emailPreferencesSchema> {
    const locale = acceptedLocale(accepted, offeredLocales(settings));
    const chain = localeChain(locale, settings.get(mailSettings.language));
    const topics = choices.map(({ topic, subscribed }) => ({
      id: topic.id,
      name: topicName(topic, chain),
      subscribed,
    }));
    return { email: address, suppressed, topics };
  }

  return {
    response,

    async get(ctx: Context, accepted?: string) {
      const address = await addressOf(ctx);
      if (address === null) return response({ choices: [], suppressed: null, address });
      return response({ ...(await preferences.read(knex, address)), address }, accepted);
    },

    /** @throws AppError FORBIDDEN for a guest, VALIDATION_ERROR for an unknown topic */
    async choose(ctx: Context, topicIds: readonly string[], accepted?: string) {
      const address = await addressOf(ctx);
      if (address === null) throw campaignsErrors.guestsHaveNoPreferences();
      const said = { address, source: `user:${requireUser(ctx)}` };
      const chosen = await unitOfWork.run(ctx, async (tx) => {
        const known = new Set((await preferences.read(tx, address)).choices.map(({ topic }) => topic.id));
        const unknown = topicIds.filter((id) => !known.has(id));
        if (unknown.length > 0) {
          const message = `unknown topics: ${unknown.join(', ')}`;
          throw platformErrors.validation(
            {},
            { errors: [{ path: 'body.topicIds', message, code: 'invalid_value' }] },
          );
        }
        return preferences.choose(tx, ctx, said, topicIds);
      });
      return response({ ...chosen, address }, accepted);
    },
  };
}
