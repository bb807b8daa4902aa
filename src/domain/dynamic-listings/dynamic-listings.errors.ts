import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const dynamicListingsErrors = defineErrors({
  tooManyListings: {
    code: 'CONFLICT',
    status: 409,
    message: 'A group has at most {most} listings',
    when: 'a listing is added to a group that is full',
  },
});
