import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const pluginsErrors = defineErrors({
  hookFailed: {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'The plugin {plugin} failed, and nothing was written: try again later',
    when: 'a hook of a plugin threw an error, or the hooks of the act took longer than a second',
  },
  portFailed: {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'The plugin {plugin} failed ({port}), and nothing was written: try again later',
    when: 'a function of a plugin that prices or numbers orders threw an error, or gave a value that cannot be used',
  },
  refused: {
    code: 'CONFLICT',
    status: 409,
    message: '{reason}',
    when: 'a hook of a plugin refuses the act, in its own words',
  },
});
