import { systemContext } from '#domain/_shared/context.js';
import { INVITATION_PAGE } from '#domain/accounts/account-pages.js';
import { isLastMailUnclear } from '#db/mail/link-mails.query.js';
import { authLink, authLinks, type AuthLinkTemplate, linkMailKey } from '#domain/accounts/auth-links.js';
import { phrase } from '#domain/mail/phrase.js';
import type { MailToSend } from '#domain/mail/mail-message.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { createSecurityMail } from '#operations/accounts/second-factor-mail.js';
import type { Platform } from '#operations/platform.js';
import { vendorPanelUrl } from '#operations/settings/page-urls.js';
import { sha256 } from '#lib/crypto.js';
import { newId } from '#lib/ids.js';
import type { RecipientLimit } from './recipient-limit.js';
import { requestScope } from '#lib/request-scope.js';

export interface AuthMailTo {
  /** Undefined where nobody has an account yet. */
  userId?: string;
  email: string;
  name?: string;
}

/** The mails that better-auth wants sent, put into the platform's own queue. */
export interface AuthMails {
  /** A mail with a link. `url` is the library's own link, used where the store has no address. */
  sendLink(
    template: AuthLinkTemplate,
    to: AuthMailTo,
    link: { token: string; url: string; newEmail?: string },
  ): Promise<void>;
  /** A notice by mail. `occasion` makes it one mail, however often it is requested. */
  sendNotice(
    template: 'auth.welcome' | 'auth.password_changed',
    to: AuthMailTo,
    occasion: string,
  ): Promise<void>;
  /** Of a sign-in from an address or a device that the user has not signed in from before. */
  sendNewOrigin(
    to: AuthMailTo & { isNewAddress: boolean },
    from: { address: string; userAgent?: string | null },
  ): Promise<void>;
  /** To somebody who is to work for a vendor; they accept it signed in. */
  sendInvitation(invitation: {
    id: string;
    email: string;
    vendorName: string;
    inviter: { id: string; name: string };
  }): Promise<void>;
}

export function createAuthMails({
  knex,
  unitOfWork,
  mail,
  settings,
  config,
  clock,
  mayMail,
}: Pick<Platform, 'knex' | 'unitOfWork' | 'mail' | 'settings' | 'config' | 'clock'> & {
  /** Whether one more mail may go to an address that anybody can type. */
  mayMail: RecipientLimit;
}): AuthMails {
  const ownUrl = config.PUBLIC_API_BASE_URL.replace(/\/+$/, '');
  const notify = createSecurityMail({ mail });
  const storeUrl = () => settings.get(storeSettings.storeUrl) || settings.get(storeSettings.canonicalBaseUrl);

  /** @param by the user whose request it was */
  async function queue(by: string | undefined, message: MailToSend): Promise<void> {
    const actor = by ? ({ type: 'user', id: by } as const) : undefined;
    const ctx = systemContext({ name: 'accounts', actor, requestId: requestScope()?.requestId }, clock.now());
    await unitOfWork.run(ctx, (tx) => mail.enqueue(tx, ctx, message));
  }

  function toUser(template: string, to: AuthMailTo, variables: Record<string, unknown>, dedupeKey: string) {
    return queue(to.userId, {
      template,
      role: 'customer',
      to: to.email,
      variables: { customerName: to.name ?? '', ...variables },
      dedupeKey,
    });
  }

  return {
    async sendLink(template, to, { token, url, newEmail }) {
      // A mail that may be lost is not repeated by itself: the next request is served, however many came before.
      const isUnclear = await isLastMailUnclear(knex, { recipient: to.email, template });
      if (!isUnclear && !(await mayMail(to.email))) return;
      const path = settings.get(storeSettings[authLinks[template].path]);
      const link = authLink({ template, storeUrl: storeUrl(), path, token, serverUrl: url, ownUrl });
      return toUser(template, to, { url: link, newEmail }, linkMailKey(template, sha256(token)));
    },
    sendNotice: (template, to, occasion) =>
      toUser(template, to, { url: storeUrl() }, `${template}:${occasion}`),
    sendNewOrigin: async (to, { address, userAgent }) => {
      const actor = to.userId ? ({ type: 'user', id: to.userId } as const) : undefined;
      const ctx = systemContext(
        { name: 'accounts', actor, requestId: requestScope()?.requestId },
        clock.now(),
      );
      const owner = { email: to.email, name: to.name ?? '' };
      const what = phrase(to.isNewAddress ? 'security.new_address' : 'security.new_device');
      const origin = { ...ctx, address, userAgent: userAgent ?? undefined };
      await unitOfWork.run(ctx, (tx) => notify(tx, origin, owner, what));
    },
    sendInvitation: ({ id, email, vendorName, inviter }) =>
      queue(inviter.id, {
        template: 'vendor.member_invited',
        role: 'vendor_member',
        to: email,
        variables: {
          vendorName,
          inviterName: inviter.name,
          invitationId: id,
          url: `${ownUrl}${INVITATION_PAGE}/${id}`,
          dashboardUrl: vendorPanelUrl(settings) || (config.PUBLIC_ADMIN_URL ?? storeUrl()),
        },
        dedupeKey: `vendor.member_invited:${id}:${newId()}`,
      }),
  };
}
