/** Where the console shows what an operation's path names: most paths are addresses themselves, some have a page made by hand. */

const places: [pattern: RegExp, place: string][] = [
  [/^\/(health\/ready|admin\/jobs(\?.*)?)$/, '/jobs'],
  [/^\/admin\/jobs\/([^?]+)/, '/jobs/$1'],
  [/^\/admin\/event-deliveries\?.*parked/, '/jobs?tab=deliveries'],
  [/^\/admin\/refunds\?.*byHand/, '/money?show=hand'],
  [/^\/admin\/refunds(\?.*)?$/, '/money'],
  [/^\/admin\/money-approvals(\/.*|\?.*)?$/, '/money?tab=approvals'],
  [/^\/admin\/return-requests\?(.*)$/, '/money?tab=returns&$1'],
  [/^\/admin\/payouts\?(.*)$/, '/money?tab=payouts&$1'],
  [/^\/admin\/payout-accounts\?(.*)$/, '/money?tab=accounts&$1'],
  [/^\/admin\/report-exports\?(.*)$/, '/reports?tab=exports&$1'],
  [/^\/admin\/report-exports\/.*$/, '/reports?tab=exports'],
  [/^\/admin\/reviews\?.*pending/, '/queues?tab=reviews'],
  [/^\/admin\/vendor-applications\?.*pending/, '/queues'],
  [/^\/admin\/catalog\/requests\/(\w+)\?.*pending/, '/queues?tab=$1'],
];

/** Which part of an order's page shows a kind of thing that waits. */
const tabs: Record<string, string> = {
  failedInvoices: 'invoices',
  failedRefunds: 'refunds',
  refundsByHand: 'refunds',
};

/** The address in the console of a path, which is about a `kind` of thing. */
export function placeOf(path: string, kind = ''): string {
  const tab = tabs[kind];
  if (tab && /^\/admin\/orders\/[^?/]+$/.test(path)) return `${path}?tab=${tab}`;
  for (const [pattern, place] of places) if (pattern.test(path)) return path.replace(pattern, place);
  return path;
}
