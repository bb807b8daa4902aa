import { defineEvent } from '#domain/_shared/event.js';

export const settingsChanged = defineEvent<{ scope: 'admin' | 'store'; keys: string[] }>(
  'settings.changed',
  'settingGroup',
  'Settings of a group were changed; the payload names their keys, never their values',
);
