import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const pluginsErrors = defineErrors({
  hookFailed: {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'The plugin {plugin} failed, and nothing was written: try again later',
    when: 'a hook of a plugin threw an error, or the hooks of the act took longer than a second',
  },
  refused: {
    code: 'CONFLICT',
    status: 409,
    message: '{reason}',
    when: 'a hook of a plugin refuses the act, in its own words',
  },
});
