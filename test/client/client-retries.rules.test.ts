import { expect, it } from '@jest/globals';
import { ApiError, createClient } from '../../client/src/index.js';

const away = (seconds?: string) =>
  new Response(JSON.stringify({ errorCode: 'UNAVAILABLE', reason: 'engine.unavailable', message: 'away' }), {
    status: 503,
    headers: seconds === undefined ? {} : { 'retry-after': seconds },
  });
const done = () => new Response(JSON.stringify({ data: { id: '1' }, statusCode: 200 }));

/** A client of a server that gives these responses in turn, with the waits between its attempts. */
function clientOf(...responses: Response[]) {
  const waits: number[] = [];
  const keys: (string | null)[] = [];
  const client = createClient({
    baseUrl: 'http://shop.example',
    fetch: async (request) => {
      keys.push(request.headers.get('idempotency-key'));
      return responses.shift() ?? done();
    },
    sleep: async (ms) => void waits.push(ms),
  });
  return { client, waits, keys };
}

it('a read is tried twice more after 503 with Retry-After', async () => {
  const { client, waits } = clientOf(away('1'), away('2'));
  expect(await client.data('getMe')).toEqual({ id: '1' });
  expect(waits).toEqual([1000, 2000]);
});

it('a third 503 is the error of the call', async () => {
  const { client, waits } = clientOf(away('1'), away('1'), away('7'));
  await expect(client.data('getMe')).rejects.toMatchObject({ status: 503, retryAfter: 7 });
  expect(waits).toHaveLength(2);
});

it.each([
  ['a 503 without Retry-After', away()],
  ['a wait that is too long', away('3600')],
  ['another status', new Response('{}', { status: 429, headers: { 'retry-after': '1' } })],
])('%s is not tried again', async (_, response) => {
  const { client, waits } = clientOf(response);
  await expect(client.data('getMe')).rejects.toBeInstanceOf(ApiError);
  expect(waits).toEqual([]);
});

it('a write is tried again only with an idempotency key, which stays the same', async () => {
  const body = { title: 'Kolam' };
  const without = clientOf(away('1'));
  await expect(without.client.data('postAdminBrands', { body })).rejects.toBeInstanceOf(ApiError);
  const { client, keys } = clientOf(away('1'));
  await client.data('postAdminBrands', { body, idempotencyKey: 'k-1' });
  expect(keys).toEqual(['k-1', 'k-1']);
});
