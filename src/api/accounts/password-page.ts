import { isAPIError } from 'better-auth/api';
import { linkProblem, PASSWORD_PAGE } from '#domain/accounts/account-pages.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import type { PageContent } from './account-page.js';
import type { Auth } from './auth.js';

const HINT = 'At least 8 characters. You will be signed out everywhere else.';

function form(token: string): string {
  return `<form method="post" action="${PASSWORD_PAGE}"><input type="hidden" name="token" value="${escapeHtml(token)}">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="8" maxlength="128" autofocus>
<button>Set the password</button></form>`;
}

/** The form, or what is wrong with the link that led to it. */
export function passwordPage(token: string, error: string): PageContent {
  if (error !== '' || token === '') {
    const { title, text } = linkProblem(error);
    return { status: 400, title, paragraphs: [text] };
  }
  return { title: 'Set a new password', paragraphs: [HINT], form: form(token) };
}

/** Sets the password by the token of the mail. A password that is refused shows the form again. */
export async function setPassword(
  auth: Pick<Auth, 'api'>,
  sent: { token: string; password: string },
): Promise<PageContent> {
  try {
    await auth.api.resetPassword({ body: { token: sent.token, newPassword: sent.password } });
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error;
    const isPassword = String(error.body?.code).startsWith('PASSWORD_');
    if (!isPassword) return passwordPage('', String(error.body?.code));
    const rule = 'The password must have 8 to 128 characters.';
    return { status: 400, title: 'Set a new password', paragraphs: [rule], form: form(sent.token) };
  }
  return { title: 'Your password is set', paragraphs: ['Sign in with it from now on.'] };
}
