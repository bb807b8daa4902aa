import { defineFeature } from '#domain/_shared/feature.js';

export const sweepsFeature = defineFeature({
  slug: 'sweeps',
  text: 'Routines that run on a schedule.',
  remedies: {
    sweep: {
      text: 'Nothing is lost: the next scheduled run deletes what this one left.',
      retry: { way: 'schedule' },
    },
  },
});
