import { defineFeature } from '#domain/_shared/feature.js';

export const productImportsFeature = defineFeature({
  slug: 'product-imports',
  text: 'Products from a file: upload, progress, and a report row by row.',
  entities: ['productImport'],
  remedies: {
    importProducts: {
      text: 'Correct what the reason names, then upload the file again: rows that are in stay as they are.',
      retry: { way: 'event', subscription: 'product-imports-run' },
    },
    sweepUploads: {
      text: 'Nothing is lost: the next scheduled run deletes what this one left.',
      retry: { way: 'never' },
    },
  },
});
