import { defineErrors } from 'haat/plugin';

export const socialCatalogErrors = defineErrors({
  misconfigured: {
    code: 'social_catalog_misconfigured',
    status: 400,
    message: 'Settings of the social catalog are missing: {keys}',
    when: 'settings that the operation needs are not set; `missingKeys` names each',
  },
  oauthStateInvalid: {
    code: 'social_catalog_oauth_state_invalid',
    status: 400,
    message:
      'The state of the consent is missing, expired, used, or of another browser: start the connection again',
    when: 'the callback has no `state`, or one that has expired, was used, or was given to another browser',
  },
  oauthExchangeFailed: {
    code: 'social_catalog_oauth_exchange_failed',
    status: 400,
    message: 'The social catalog was not connected: {reason}',
    when: 'the consent was denied, or the provider refused the code',
  },
  catalogRefused: {
    code: 'BAD_REQUEST',
    status: 400,
    message: 'The catalog cannot be selected: {reason}',
    when: 'the catalog is not one of the business, or the remote side refuses a step of the selection',
  },
});
