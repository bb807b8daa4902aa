export interface WaitingKind {
  label: string;
  /** What a person does about it. */
  remedy: string;
  /** A list, and the filter that leaves what waits. */
  operation: string;
  query: Record<string, unknown>;
  to: string;
  failed?: boolean;
}

/** A list with one filter, and the address that shows the same. */
function filtered(
  operation: string,
  path: string,
  filter: string,
): Pick<WaitingKind, 'operation' | 'query' | 'to'> {
  return {
    operation,
    query: { 'filters[]': [filter] },
    to: `${path}${path.includes('?') ? '' : '?'}filters[]=${encodeURIComponent(filter)}`,
  };
}

/** What waits for a person, the worst first. */
export const waiting: WaitingKind[] = [
  {
    label: 'Failed jobs',
    remedy: 'Open each: it says why it failed and what to do.',
    operation: 'getAdminJobs',
    query: { 'filters[]': ['status:in:failed,timed_out,terminated'] },
    to: '/jobs',
    failed: true,
  },
  {
    label: 'Parked event deliveries',
    remedy: 'Retry them once the cause is mended, or drop them; later events of the same entity wait.',
    operation: 'getAdminEventDeliveries',
    query: { 'filters[]': ['state:eq:parked'] },
    to: '/jobs?tab=deliveries',
    failed: true,
  },
  {
    label: 'Failed refunds',
    remedy: 'Pay the buyer by hand, then record the refund as paid.',
    operation: 'getAdminRefunds',
    query: { 'filters[]': ['status:eq:failed'] },
    to: '/money',
    failed: true,
  },
  {
    label: 'Failed shipments',
    remedy: 'Mend what the carrier refused, then fulfil the sub-order again.',
    ...filtered('getAdminShippingShipments', '/admin/shipping/shipments', 'status:eq:failed'),
    failed: true,
  },
  {
    label: 'Mails of unclear fate',
    remedy: 'Look whether they arrived; send again what did not.',
    operation: 'getAdminEmailDeliveries',
    query: { state: 'unclear' },
    to: '/admin/email/deliveries?state=unclear',
    failed: true,
  },
  {
    label: 'Failed payouts',
    remedy: 'Correct the bank account, then pay again.',
    ...filtered('getAdminPayouts', '/money?tab=payouts&', 'status:eq:failed'),
    failed: true,
  },
  {
    label: 'Failed exports',
    remedy: 'Retry the export, or narrow its range.',
    operation: 'getAdminReportExports',
    query: { status: 'failed' },
    to: '/reports?tab=exports&status=failed',
    failed: true,
  },
  {
    label: 'Vendor applications',
    remedy: 'Approve or reject: the applicant waits.',
    ...filtered('getAdminVendorApplications', '/queues', 'status:eq:pending'),
    to: '/queues',
  },
  {
    label: 'Returns to decide',
    remedy: 'Approve or reject: the buyer waits.',
    ...filtered('getAdminReturnRequests', '/money?tab=returns&', 'status:eq:requested'),
  },
  {
    label: 'Reviews to moderate',
    remedy: 'Approve, reject or mark as spam; until then nobody sees them.',
    ...filtered('getAdminReviews', '/queues', 'status:eq:pending'),
    to: '/queues?tab=reviews',
  },
];
