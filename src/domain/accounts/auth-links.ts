import { linkPages, PASSWORD_PAGE } from './account-pages.js';

/**
 * Mails with a link: the setting of the storefront's page, the parameter of the token, and the platform's own page that
 * the link ends at where the storefront has none.
 */
export const authLinks = {
  'auth.reset_password': { path: 'authResetPasswordPath', parameter: 'token', page: PASSWORD_PAGE },
  'auth.verification': { path: 'authVerificationPath', parameter: 'code', page: '/account/verified' },
  'auth.magic_link': { path: 'authMagicLinkPath', parameter: 'token', page: '/account/signed-in' },
  'auth.change_email': { path: 'authChangeEmailPath', parameter: 'token', page: '/account/email-change' },
  'auth.delete_account': { path: 'authDeleteAccountPath', parameter: 'token', page: '/account/deleted' },
} as const;
export type AuthLinkTemplate = keyof typeof authLinks;

/**
 * The link of an auth mail: a page of the storefront with the token, or, where the storefront has no address or no such
 * page, the link of the server, which redirects to the platform's own page. A link that returns to another of the
 * platform's pages stays one of the server.
 * @param input `storeUrl` is empty when it is not set;
 *   `path` of the storefront's page starts with a slash, and is empty when it is not set;
 *   `ownUrl` of the platform has no slash at the end
 */
export function authLink(input: {
  template: AuthLinkTemplate;
  storeUrl: string;
  path: string;
  token: string;
  serverUrl: string;
  ownUrl: string;
}): string {
  const { template, storeUrl, path, token, serverUrl, ownUrl } = input;
  const url = new URL(serverUrl);
  const target = url.searchParams.get('callbackURL') ?? '';
  const isOwn = ['/account/', '/console/'].some((start) => target.startsWith(`${ownUrl}${start}`));
  const isDefault = ['', '/', ...ownPages.map((page) => `${ownUrl}${page}`)].includes(target);
  if (storeUrl !== '' && path !== '' && (isDefault || !isOwn)) {
    return `${storeUrl.replace(/\/+$/, '')}${path}?${authLinks[template].parameter}=${encodeURIComponent(token)}`;
  }
  if (isDefault) url.searchParams.set('callbackURL', `${ownUrl}${authLinks[template].page}`);
  return url.href;
}

const ownPages = [PASSWORD_PAGE, ...Object.keys(linkPages)];

/** The key that makes a link one mail. It is readable at rest, so that it holds the token only as a hash. */
export function linkMailKey(template: string, tokenHash: string): string {
  return `${template}:${tokenHash}`;
}
