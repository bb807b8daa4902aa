import { defineErrors } from 'haat/plugin';

export const merchantFeedErrors = defineErrors({
  misconfigured: {
    code: 'merchant_feed_misconfigured',
    status: 400,
    message: 'Settings of the merchant feed are missing: {keys}',
    when: 'settings that the operation needs are not set; `missingKeys` names each',
  },
  oauthStateInvalid: {
    code: 'merchant_feed_oauth_state_invalid',
    status: 400,
    message: 'The state of the consent is missing, expired or used: start the connection again',
    when: 'the callback has no `state`, or one that was never given out, has expired or was used',
  },
  oauthExchangeFailed: {
    code: 'merchant_feed_oauth_exchange_failed',
    status: 400,
    message: 'The merchant feed was not connected: {reason}',
    when: 'the consent was denied, or the provider refused the code',
  },
});
