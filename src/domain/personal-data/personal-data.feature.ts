import { defineFeature } from '#domain/_shared/feature.js';

export const personalDataFeature = defineFeature({
  slug: 'personal-data',
  text: 'What is known about a user, as a file, and its erasure.',
  permissions: {
    'personalData:view': 'Read requests to erase personal data',
    'personalData:erase': 'Request and cancel the erasure of personal data',
  },
  entities: ['personalDataExport', 'personalDataErasure'],
  remedies: {
    exportPersonalData: {
      text: 'Correct what the reason names; the user then requests the file again.',
      retry: { way: 'never' },
    },
    erasePersonalData: {
      text: 'Correct what the reason names, then retry: the erasure goes on with the table where it stopped.',
      retry: { way: 'event', subscription: 'personal-data-erase' },
    },
  },
});
