/** Mails with a link into the storefront, and what the setting of their page and the token's parameter are called. */
export const authLinks = {
  'auth.reset_password': { path: 'authResetPasswordPath', parameter: 'token' },
  'auth.verification': { path: 'authVerificationPath', parameter: 'code' },
  'auth.magic_link': { path: 'authMagicLinkPath', parameter: 'token' },
  'auth.change_email': { path: 'authChangeEmailPath', parameter: 'token' },
  'auth.delete_account': { path: 'authDeleteAccountPath', parameter: 'token' },
} as const;
export type AuthLinkTemplate = keyof typeof authLinks;

/**
 * The link of an auth mail: a page of the storefront with the token, or, where the store has no address, the link of
 * the server itself.
 * @param storeUrl empty when there is none
 * @param path of the storefront's page, starting with a slash
 */
export function authLink(input: {
  template: AuthLinkTemplate;
  storeUrl: string;
  path: string;
  token: string;
  serverUrl: string;
}): string {
  if (input.storeUrl === '') return input.serverUrl;
  const base = input.storeUrl.replace(/\/+$/, '');
  return `${base}${input.path}?${authLinks[input.template].parameter}=${encodeURIComponent(input.token)}`;
}
