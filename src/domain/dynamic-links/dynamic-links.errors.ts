import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const dynamicLinksErrors = defineErrors({
  tooManyLinks: {
    code: 'CONFLICT',
    status: 409,
    message: 'A group has at most {most} links',
    when: 'a link is added to a group that is full',
  },
});
