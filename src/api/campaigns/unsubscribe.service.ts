import { createRecipientsRepository } from '#db/campaigns/recipients.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { topicName } from '#domain/campaigns/campaign-topic.js';
import { acceptedLocale, localeChain, nearestLocale } from '#domain/mail/locales.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { createEmailPreferences, type EmailPreferences } from '#operations/campaigns/email-preferences.js';
import {
  readUnsubscribeToken,
  SAMPLE_TOKEN,
  type UnsubscribeLink,
} from '#operations/campaigns/unsubscribe-token.js';
import { readMailBrand } from '#operations/mail/mail-settings.js';
import type { Platform } from '#operations/platform.js';
import { preferencesPage, type PreferencesState, unsubscribePage } from './unsubscribe-page.js';
import { pageLanguages, type UnsubscribePageState } from './unsubscribe-words.js';

type Deps = Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'outbox' | 'settings' | 'storage' | 'keyring'>;

/** What the form of the page, or a mail program, asks for. */
export type UnsubscribeForm = { kind: 'link' | 'all' | 'undo' } | { kind: 'choose'; topicIds: string[] };

/** What a recipient can do by the link at the foot of a campaign, without signing in. */
export function createUnsubscribeService(deps: Deps) {
  const { knex, unitOfWork, keyring, settings, storage } = deps;
  const recipients = createRecipientsRepository();
  const preferences = createEmailPreferences(deps);

  function linkOf(token: string): UnsubscribeLink {
    const link = readUnsubscribeToken(token, keyring);
    if (!link) throw platformErrors.notFound({ entity: 'Unsubscribe link' });
    return link;
  }

  /** The language of the page: one of the browser's, else that of the store, else English. */
  function languageOf(accepted: string | undefined): string {
    const store = nearestLocale(settings.get(mailSettings.language), pageLanguages);
    return acceptedLocale(accepted, pageLanguages) ?? store ?? 'en';
  }

  const brand = () => readMailBrand(settings, storage);
  const page = (state: UnsubscribePageState, address: string | null, accepted?: string) =>
    unsubscribePage(state, address, brand(), languageOf(accepted));

  const sourceOf = ({ broadcastId }: UnsubscribeLink) =>
    broadcastId === null ? 'link:digest' : `campaign:${broadcastId}`;

  async function mark(tx: Tx, { broadcastId, address }: UnsubscribeLink, at: Date | null): Promise<void> {
    if (broadcastId !== null) await recipients.markUnsubscribed(tx, broadcastId, address, at);
  }

  function chosenPage(
    state: PreferencesState,
    { choices }: EmailPreferences,
    address: string,
    accepted: string | undefined,
  ): string {
    const chain = chainOf(accepted);
    const topics = choices.map(({ topic, subscribed }) => ({
      id: topic.id,
      name: topicName(topic, chain),
      subscribed,
    }));
    return preferencesPage(state, topics, address, brand(), languageOf(accepted));
  }

  const chainOf = (accepted: string | undefined) =>
    localeChain(languageOf(accepted), settings.get(mailSettings.language));

  /** What stands on the page while nothing was done: boxes where there are topics, else one button. */
  function currentPage(read: EmailPreferences, address: string, accepted: string | undefined): string {
    const { choices, suppressed } = read;
    const isOut = suppressed !== null && (choices.length === 0 || suppressed !== 'unsubscribe');
    if (isOut) return page('unsubscribed', address, accepted);
    if (choices.length === 0) return page('asking', address, accepted);
    return chosenPage({ kind: 'asking' }, read, address, accepted);
  }

  return {
    /** What a browser shows for a link that is forged, cut, or of a key that is gone. */
    invalidPage: (): string => page('invalid', null),

    /** Changes nothing: scanners follow links. @throws AppError NOT_FOUND */
    async show(token: string, accepted?: string): Promise<string> {
      if (token === SAMPLE_TOKEN) return page('sample', null, accepted);
      const { address } = linkOf(token);
      return currentPage(await preferences.read(knex, address), address, accepted);
    },

    /** What the address of a link gets, for pages of a storefront. @throws AppError NOT_FOUND */
    async read(token: string): Promise<EmailPreferences & { address: string | null }> {
      if (token === SAMPLE_TOKEN) return { choices: [], suppressed: null, address: null };
      const { address } = linkOf(token);
      return { ...(await preferences.read(knex, address)), address };
    },

    /** A repeat changes nothing. @throws AppError NOT_FOUND */
    async change(ctx: Context, token: string, form: UnsubscribeForm, accepted?: string): Promise<string> {
      if (token === SAMPLE_TOKEN) return page('sample', null, accepted);
      const link = linkOf(token);
      const { address, topicId } = link;
      const said = { address, source: sourceOf(link) };
      return unitOfWork.run(ctx, async (tx) => {
        if (form.kind === 'choose') {
          const chosen = await preferences.choose(tx, ctx, said, form.topicIds);
          if (chosen.suppressed !== null && chosen.suppressed !== 'unsubscribe')
            return page('unsubscribed', address, accepted);
          const dropped = link.topicId && !form.topicIds.includes(link.topicId);
          if (chosen.suppressed !== null || dropped) await mark(tx, link, ctx.now);
          return chosenPage({ kind: 'saved' }, chosen, address, accepted);
        }
        if (form.kind === 'undo') {
          const isOpen = await preferences.resubscribe(tx, ctx, address);
          if (isOpen && topicId) await preferences.subscribeTopic(tx, ctx, { ...said, topicId });
          if (isOpen) await mark(tx, link, null);
          return page(isOpen ? 'subscribed' : 'unsubscribed', address, accepted);
        }
        await mark(tx, link, ctx.now);
        if (form.kind === 'all' || !topicId) {
          await preferences.unsubscribeAll(tx, ctx, address, said.source);
          return page('unsubscribed', address, accepted);
        }
        await preferences.unsubscribeTopic(tx, ctx, { ...said, topicId });
        const after = await preferences.read(tx, address);
        const own = after.choices.find(({ topic }) => topic.id === topicId);
        // Of an archived topic the page has no box; a suppressed address gets nothing at all.
        if (!own || after.suppressed !== null) return page('unsubscribed', address, accepted);
        const topic = topicName(own.topic, chainOf(accepted));
        return chosenPage({ kind: 'unsubscribed', topic }, after, address, accepted);
      });
    },
  };
}

export type UnsubscribeService = ReturnType<typeof createUnsubscribeService>;
