import type { MakeFixture } from '../sweeps/fixture-makers.js';
import { readyExport } from './ready-export.js';

/** A range that ends after it begins, and filters that the report has. */
const fit = (json: unknown) => {
  const body = json as { from?: unknown; to?: unknown; filters?: unknown };
  if (typeof body.from === 'string' && typeof body.to === 'string') {
    const from = Date.parse(body.from);
    const to = Date.parse(body.to);
    if (!(to > from && to - from < 366 * 86_400_000)) body.to = new Date(from + 86_400_000).toISOString();
  }
  if (body.filters !== undefined) body.filters = {};
  return body;
};

const orders: MakeFixture = () => Promise.resolve({ params: { key: 'orders' }, fit });

const inState =
  (status: 'pending' | 'failed'): MakeFixture =>
  async ({ container }) => ({ params: { id: await readyExport(container, { status }) } });

const ofVendor: MakeFixture = async ({ container, fixtures }) => {
  const { vendorId } = fixtures.vendor;
  return { params: { id: await readyExport(container, { status: 'pending', vendorId }) } };
};

const paths = ['', '/meta', '/summary', '/trend'].flatMap((end) =>
  ['admin', 'vendor'].map((side) => `GET /${side}/reports/:key${end}`),
);

export const reportsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  ...Object.fromEntries(paths.map((path) => [path, orders])),
  'POST /admin/reports/:key/export': orders,
  'POST /vendor/reports/:key/export': orders,
  'POST /admin/report-exports/:id/cancel': inState('pending'),
  'POST /vendor/report-exports/:id/cancel': ofVendor,
  'POST /admin/report-exports/:id/retry': inState('failed'),
};
