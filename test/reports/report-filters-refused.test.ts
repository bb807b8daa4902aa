import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requestExport, type ReportShop, startReportShop } from './report-shop.js';

let shop: ReportShop;

beforeAll(async () => {
  shop = await startReportShop({ workers: [] });
});
afterAll(() => shop.stop());

const pathsOf = (response: { body: { errors?: { path: string }[] } }) =>
  response.body.errors?.map(({ path }) => path);

describe('the filters of a run', () => {
  it.each([
    ['text that is no JSON', 'status=confirmed', ['query.filters']],
    ['JSON that is no object', '["confirmed"]', ['query.filters']],
    ['null', 'null', ['query.filters']],
    ['an unknown key', '{"colour":"red","status":"confirmed"}', ['query.filters.colour']],
    ['an unknown value of an enum', '{"status":"lost"}', ['query.filters.status']],
    ['a number for a text', '{"paymentStatus":1}', ['query.filters.paymentStatus']],
    [
      'a vendor that is no id',
      '{"vendorId":"acme","status":"lost"}',
      ['query.filters.status', 'query.filters.vendorId'],
    ],
    ['an inherited name', '{"toString":"x"}', ['query.filters.toString']],
  ])('refuse %s', async (_case, filters, paths) => {
    for (const part of ['', '/summary', '/trend']) {
      const response = await shop.http.get(
        `/admin/reports/orders${part}?filters=${encodeURIComponent(filters)}`,
      );
      expect([response.status, response.body.errorCode]).toEqual([400, 'VALIDATION_ERROR']);
      expect(pathsOf(response)?.sort()).toEqual(paths);
    }
  });

  it('refuse text that the database cannot keep', async () => {
    const filters = encodeURIComponent('{"code":"a\\u0000"}');
    const response = await shop.http.get(`/admin/reports/discounts?filters=${filters}`);
    expect([response.status, response.body.errors]).toEqual([
      400,
      [
        {
          path: 'query.filters.code',
          message: 'must not contain NUL or broken characters',
          code: 'invalid_format',
        },
      ],
    ]);
  });

  it('are checked in the body of an export too', async () => {
    const response = await requestExport(shop.http, 'orders', {
      format: 'csv',
      filters: { status: 'lost', colour: 'red' },
    });
    expect([response.status, pathsOf(response)?.sort()]).toEqual([
      400,
      ['body.filters.colour', 'body.filters.status'],
    ]);
  });
});

describe('the range', () => {
  const from = '2026-01-01T00:00:00.000Z';

  it.each([
    ['begins after its end', { from: '2026-02-01T00:00:00.000Z', to: from }, 'body.from'],
    ['is empty', { from, to: from }, 'body.from'],
    ['has 367 days', { from, to: '2027-01-03T00:00:00.000Z' }, 'body.to'],
    ['has no beginning', { from: undefined, to: from }, 'body.from'],
    ['has no end', { from, to: undefined }, 'body.to'],
    ['is no instant', { from: 'yesterday', to: from }, 'body.from'],
  ])('of an export is refused when it %s', async (_case, range, path) => {
    const body = { format: 'csv', ...range };
    const response = await shop.http.post('/admin/reports/orders/export', body);
    expect([response.status, response.body.errorCode, pathsOf(response)]).toEqual([
      400,
      'VALIDATION_ERROR',
      [path],
    ]);
  });

  it('of an export may have 366 days', async () => {
    const response = await requestExport(shop.http, 'orders', {
      format: 'csv',
      from,
      to: '2027-01-02T00:00:00.000Z',
    });
    expect([response.status, response.body.data.fileName]).toEqual([201, 'orders_2026-01-01_2027-01-02.csv']);
  });

  it('of a run is refused when it is empty', async () => {
    const response = await shop.http.get(`/admin/reports/orders?from=${from}&to=${from}`);
    expect([response.status, pathsOf(response)]).toEqual([400, ['query.from']]);
  });

  it.each(['limit=0', 'limit=501', 'limit=ten', 'offset=-1'])('refuses %s', async (query) => {
    const response = await shop.http.get(`/admin/reports/orders?${query}`);
    expect([response.status, pathsOf(response)]).toEqual([400, [`query.${query.split('=')[0]}`]]);
  });

  it('refuses an unknown format', async () => {
    const response = await requestExport(shop.http, 'orders', { format: 'pdf' as never });
    expect([response.status, pathsOf(response)]).toEqual([400, ['body.format']]);
  });
});

it('an unknown report is 404', async () => {
  for (const part of ['', '/meta', '/summary', '/trend']) {
    const response = await shop.http.get(`/admin/reports/nothing${part}`);
    expect([response.status, response.body.errorCode]).toEqual([404, 'NOT_FOUND']);
  }
  expect((await requestExport(shop.http, 'nothing', { format: 'csv' })).status).toBe(404);
});
