import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const settingsErrors = defineErrors({
  adminOnly: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Only an administrator may change {key}',
    when: 'a vendor writes a setting that is reserved to administrators',
  },
});
