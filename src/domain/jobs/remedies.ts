import type { Job } from './job.js';

/** What an operator does about a run that failed or was ended from outside, by workflow. */
export const remedies: Readonly<Record<string, string>> = {
  sweepAccounts: 'Nothing is lost: the next scheduled run deletes what this one left.',
  refreshAnalytics: 'Correct what the reason names, then refresh the dashboard again.',
  compareAnalytics: 'Correct what the reason names; the next scheduled run compares again.',
  mineBoughtTogether: 'Correct what the reason names; the next scheduled run starts over.',
  payOutVendors:
    'Correct what the reason names and run it again with the same body: vendors that are paid already are left out.',
  sendBroadcast:
    'Correct what the reason names, then resume the broadcast: recipients who got it are left out.',
  drainDeliveries: 'Retry or drop the parked deliveries; the relay starts the loop again when rows are due.',
  sweepEvents: 'Nothing is lost: the next scheduled run deletes what this one left.',
  passFeed: 'Correct what the reason names, then start the pass over the feed again.',
  revokeFeed:
    'Revoke the access in the console of the remote service: the credentials are deleted here already.',
  renderInvoice: 'Correct what the reason names, then request the invoice again: its number stays.',
  connectMerchantFeed: 'Correct what the reason names, then connect the feed again.',
  followOrder:
    'Compare an unpaid order with its payment at the provider, then cancel it or mark it as paid; one that is confirmed needs nothing.',
  refundPayment:
    'Look the refund up at the payment provider, then retry the refund or mark it as paid by hand.',
  findLatePayments: 'Nothing is lost: the next scheduled run asks the provider again.',
  importProducts: 'Correct what the reason names, then upload the file again: rows that are in stay as they are.', // prettier-ignore
  sweepUploads: 'Nothing is lost: the next scheduled run deletes what this one left.',
  exportReport: 'Correct what the reason names, then request the export again.',
  reindexProducts: 'Correct what the reason names, then start a reindex again.',
  createShipment: 'Correct what the reason names, then create the shipment again.',
  voidShipment: 'Cancel the parcel in the console of the carrier, then void the shipment again.',
  pollTracking: 'Nothing is lost: the next scheduled run asks the carriers again.',
  connectSocialCatalog: 'Correct what the reason names, then connect the catalog again.',
  sweep: 'Nothing is lost: the next scheduled run deletes what this one left.',
};

const ended: ReadonlySet<Job['status']> = new Set(['failed', 'terminated', 'timed_out']);

/** What to do about a run that failed or is stuck, in one sentence; null where there is nothing to do. */
export function remedyOf({ type, status, waiting, stuck }: Omit<Job, 'reason'>): string | null {
  if (ended.has(status))
    return remedies[type] ?? 'Correct what the reason names, then start it again where it was started.';
  if (status !== 'running') return null;
  if (stuck) return 'Deploy a version of the code that can replay this run: it then continues by itself.';
  return waiting ? 'It is tried again by itself; correct what the reason names where that persists.' : null;
}
