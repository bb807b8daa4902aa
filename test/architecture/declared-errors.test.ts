import { expect, it } from '@jest/globals';
import { undeclaredError } from '#api/kernel/route-errors.js';
import { allRoutes } from '#api/routes.js';
import { AppError } from '#domain/_shared/app-error.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { searchErrors } from '#domain/search/search.errors.js';
import { cartsErrors } from '#domain/carts/carts.errors.js';

const route = (method: string, path: string) => {
  const found = allRoutes.find((item) => item.method === method && item.path === path);
  if (!found) throw new Error(`No ${method} ${path}`);
  return found;
};

/** Each of them asks whether the engine is there before it writes. */
it.each([
  ['post', '/admin/orders/:orderId/invoice/generate'],
  ['post', '/admin/orders/:orderId/invoice/regenerate'],
  ['post', '/store/orders/:orderId/invoice/generate'],
  ['post', '/store/orders/:orderId/vendors/:orderVendorId/invoice/generate'],
  ['get', '/store/orders/:orderId/invoice'],
  ['post', '/vendor/products/import'],
])('%s %s declares that the engine may be away', (method, path) => {
  expect(undeclaredError(route(method, path), platformErrors.engineUnavailable())).toBeUndefined();
});

it('an error that an operation does not declare is found, also where another one has its status and code', () => {
  const status = route('get', '/store/orders/:orderId/invoice/status');
  expect(undeclaredError(status, platformErrors.engineUnavailable())?.message).toMatch(
    /^GET \/store\/orders\/:orderId\/invoice\/status fails with an error that it does not declare: 503/,
  );
  const cart = route('post', '/store/carts/:cartId/items');
  expect(undeclaredError(cart, cartsErrors.full({ limit: 1 }))).toBeUndefined();
  expect(undeclaredError(cart, searchErrors.synonymTaken())).toBeInstanceOf(Error);
});

it('what no catalogue made counts by status and code; what is no response is left alone', () => {
  const cart = route('post', '/store/carts/:cartId/items');
  expect(undeclaredError(cart, new AppError('CONFLICT', 409, 'a workflow said so'))).toBeUndefined();
  expect(undeclaredError(cart, new AppError('BAD_GATEWAY', 502, 'a workflow said so'))).toBeInstanceOf(Error);
  expect(undeclaredError(cart, Object.assign(new Error('bad row'), { code: '23514' }))).toBeUndefined();
  expect(undeclaredError(cart, new TypeError('a mistake'))).toBeUndefined();
});
