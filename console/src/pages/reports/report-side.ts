import { useLocation } from 'react-router';

/** The operations of operators, and those of the active vendor, which see its own rows alone. */
const sides = {
  admin: {
    home: '/reports',
    list: 'getAdminReports',
    meta: 'getAdminReportsByKeyMeta',
    summary: 'getAdminReportsByKeySummary',
    trend: 'getAdminReportsByKeyTrend',
    rows: 'getAdminReportsByKey',
    export: 'postAdminReportsByKeyExport',
    exports: 'getAdminReportExports',
    download: 'getAdminReportExportsByIdDownload',
    cancel: 'postAdminReportExportsByIdCancel',
    retry: 'postAdminReportExportsByIdRetry',
  },
  vendor: {
    home: '/vendor/reports',
    list: 'getVendorReports',
    meta: 'getVendorReportsByKeyMeta',
    summary: 'getVendorReportsByKeySummary',
    trend: 'getVendorReportsByKeyTrend',
    rows: 'getVendorReportsByKey',
    export: 'postVendorReportsByKeyExport',
    exports: 'getVendorReportExports',
    download: 'getVendorReportExportsByIdDownload',
    cancel: 'postVendorReportExportsByIdCancel',
    // A vendor exports once more: the report has the buttons.
    retry: undefined,
  },
} as const;

/** Whose reports the address is about. */
export function useReportSide() {
  const { pathname } = useLocation();
  return pathname.startsWith('/vendor') ? sides.vendor : sides.admin;
}
