import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const accountsErrors = defineErrors({
  crossSite: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Requests with this session are not accepted from another origin',
    when: 'a request that changes something shows the session cookie and comes from an origin that is not trusted',
  },
});
