import { defineFeature } from '#domain/_shared/feature.js';

export const reportsFeature = defineFeature({
  slug: 'reports',
  text: 'Reports page by page, and exports as CSV or XLSX.',
  permissions: {
    'reports:view': 'Read reports and the list of exports',
    'reports:export': 'Create and download exports of reports',
  },
  entities: ['reportExport', 'vendorReportExport'],
  remedies: {
    expireReportExport: {
      text: 'Nothing needs to be done: the daily sweep deletes the file.',
      retry: { way: 'never' },
    },
    exportReport: {
      text: 'Correct what the reason names, then request the export again.',
      retry: {
        way: 'operation',
        operation: 'POST /admin/report-exports/:id/retry',
        permission: 'reports:export',
      },
    },
  },
});
