import { defineFeature } from '#domain/_shared/feature.js';

export const campaignsFeature = defineFeature({
  slug: 'campaigns',
  text: 'Mails to many customers: blocks, templates, broadcasts that can be paused and cancelled.',
  permissions: {
    'campaignTemplate:view': 'Read campaign templates',
    'campaignTemplate:manage': 'Write and preview campaign templates',
    'notifications:broadcast': 'Send campaigns',
  },
  entities: ['broadcast', 'campaignTemplate', 'campaignTopic'],
  remedies: {
    sendBroadcast: {
      text: 'Correct what the reason names, then resume the broadcast: recipients who got it are left out.',
      retry: { way: 'event', subscription: 'campaigns-broadcast' },
    },
  },
});
