import { defineFeature } from '#domain/_shared/feature.js';

export const sweepsFeature = defineFeature({
  slug: 'sweeps',
  text: 'Routines that run on a schedule.',
  remedies: {
    sweep: 'Nothing is lost: the next scheduled run deletes what this one left.',
  },
});
