/** Pages that links of mails end at, and what they say when the link worked. */
export const linkPages = {
  '/account/verified': {
    title: 'Your e-mail address is confirmed',
    text: 'Thank you. You are signed in in this browser.',
  },
  '/account/signed-in': { title: 'You are signed in', text: 'You can close this page and go on shopping.' },
  '/account/email-change': {
    title: 'One more step',
    text: 'We sent a link to the new address. Open it, and the change is done.',
  },
  '/account/deleted': {
    title: 'Your account is deleted',
    text: 'You are signed out. Thank you for having been with us.',
  },
} as const;

/** The page that sets a new password, and the page of an invitation. */
export const PASSWORD_PAGE = '/account/password';
export const INVITATION_PAGE = '/account/invitation';

/** Why a link did not work, by the code that the redirect carries. */
export function linkProblem(code: string): { title: string; text: string } {
  const text =
    code === 'TOKEN_EXPIRED'
      ? 'The link has expired. Request a new one where you requested this one.'
      : 'The link has expired, was used before or was cut off on its way. Request a new one where you requested this one.';
  return { title: 'This link does not work', text };
}
