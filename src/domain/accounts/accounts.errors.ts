import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const accountsErrors = defineErrors({
  crossSite: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'A page of another site may not act with this session',
    when: 'a request that changes something shows the session cookie and comes from an origin that is not trusted',
  },
});
