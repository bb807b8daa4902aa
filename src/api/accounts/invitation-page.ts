import type { IncomingHttpHeaders } from 'node:http';
import { isAPIError } from 'better-auth/api';
import { fromNodeHeaders } from 'better-auth/node';
import { type InvitationRow, invitationQuery } from '#db/accounts/invitation.query.js';
import { INVITATION_PAGE } from '#domain/accounts/account-pages.js';
import type { Platform } from '#operations/platform.js';
import { vendorPanelUrl } from '#operations/settings/page-urls.js';
import { isId } from '#lib/ids.js';
import type { PageContent } from './account-page.js';
import type { Auth } from './auth.js';

export type InvitationAction = 'accept' | 'refuse' | 'sign-in';

const gone: PageContent = {
  status: 404,
  title: 'This invitation is not open',
  paragraphs: ['It was accepted, refused or taken back, or it has expired. Ask the shop for a new one.'],
};

/** An address that the reader knows, without telling it to others. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}

const button = (id: string, action: InvitationAction, label: string, quiet = false) =>
  `<form method="post" action="${INVITATION_PAGE}/${id}/${action}"><button${quiet ? ' class="quiet"' : ''}>${label}</button></form>`;

/** The page on which an invited person accepts or refuses, signed in by a link to the invited address. */
export function createInvitationPage({
  auth,
  knex,
  clock,
  config,
  settings,
}: Pick<Platform, 'knex' | 'clock' | 'config' | 'settings'> & { auth: Pick<Auth, 'api'> }) {
  async function open(id: string): Promise<InvitationRow | undefined> {
    const row = isId(id) ? await invitationQuery(knex, id) : undefined;
    return row?.status === 'pending' && row.expiresAt > clock.now() ? row : undefined;
  }

  async function isInvited(row: InvitationRow, headers: Headers): Promise<boolean> {
    const session = await auth.api.getSession({ headers });
    const user = session?.user;
    return user?.emailVerified === true && user.email.toLowerCase() === row.email.toLowerCase();
  }

  function asking(row: InvitationRow, invited: boolean): PageContent {
    const { id, inviterName, vendorName, role } = row;
    const text = `${inviterName || 'A colleague'} invites you to work for ${vendorName} as ${role}.`;
    if (invited) {
      return {
        title: `Work for ${vendorName}`,
        paragraphs: [text],
        form: button(id, 'accept', 'Accept') + button(id, 'refuse', 'Refuse', true),
      };
    }
    return {
      title: `Work for ${vendorName}`,
      paragraphs: [
        text,
        `The invitation is for ${masked(row.email)}. We send a link there that signs you in and brings you back here.`,
      ],
      form: button(id, 'sign-in', 'Send the link'),
    };
  }

  async function act(row: InvitationRow, action: InvitationAction, headers: Headers): Promise<PageContent> {
    const { id, email, vendorName } = row;
    const body = { invitationId: id };
    if (action === 'sign-in') {
      const callbackURL = `${config.PUBLIC_API_BASE_URL}${INVITATION_PAGE}/${id}`;
      await auth.api.signInMagicLink({ headers, body: { email, callbackURL } });
      return {
        title: 'The link is on its way',
        paragraphs: [`Open the mail that we sent to ${masked(email)}.`],
      };
    }
    if (!(await isInvited(row, headers))) return { ...asking(row, false), status: 403 };
    if (action === 'refuse') {
      await auth.api.rejectInvitation({ headers, body });
      return { title: 'You refused the invitation', paragraphs: [`You do not work for ${vendorName}.`] };
    }
    await auth.api.acceptInvitation({ headers, body });
    const panel = vendorPanelUrl(settings) || config.PUBLIC_ADMIN_URL;
    return {
      title: `You work for ${vendorName}`,
      paragraphs: ['Sign in with this address to work on its catalog, stock and orders.'],
      link: panel ? { url: panel, label: 'Go to the dashboard' } : undefined,
    };
  }

  return {
    async show(id: string, headers: IncomingHttpHeaders): Promise<PageContent> {
      const row = await open(id);
      return row ? asking(row, await isInvited(row, fromNodeHeaders(headers))) : gone;
    },

    async act(id: string, action: InvitationAction, headers: IncomingHttpHeaders): Promise<PageContent> {
      const row = await open(id);
      if (!row) return gone;
      try {
        return await act(row, action, fromNodeHeaders(headers));
      } catch (error) {
        // Another request settled it meanwhile.
        if (isAPIError(error) && error.statusCode < 500) return gone;
        throw error;
      }
    },
  };
}
