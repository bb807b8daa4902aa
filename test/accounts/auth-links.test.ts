import { expect, test } from '@jest/globals';
import { authLink } from '#domain/accounts/auth-links.js';

const ownUrl = 'https://api.example.com';
const link = (given: { storeUrl?: string; path?: string; target?: string }) =>
  authLink({
    template: 'auth.magic_link',
    storeUrl: given.storeUrl ?? '',
    path: given.path ?? '/auth/magic-link',
    token: 'a&b',
    serverUrl: `${ownUrl}/auth/magic-link/verify?token=a%26b&callbackURL=${encodeURIComponent(given.target ?? '/')}`,
    ownUrl,
  });
const targetOf = (url: string) => new URL(url).searchParams.get('callbackURL');

test('a storefront with a page gets the token there', () => {
  expect(link({ storeUrl: 'https://shop.example.com/' })).toBe(
    'https://shop.example.com/auth/magic-link?token=a%26b',
  );
});

test.each([{}, { storeUrl: 'https://shop.example.com', path: '' }])(
  'without a page of the storefront the link ends at a page of the platform: %j',
  (given) => {
    const url = link(given);
    expect(url.startsWith(`${ownUrl}/auth/magic-link/verify?token=a%26b&`)).toBe(true);
    expect(targetOf(url)).toBe(`${ownUrl}/account/signed-in`);
  },
);

test('a target that the client chose stays', () => {
  expect(targetOf(link({ target: 'https://shop.example.com/cart' }))).toBe('https://shop.example.com/cart');
});

test('a link that returns to an invitation stays one of the server', () => {
  const target = `${ownUrl}/account/invitation/1`;
  expect(targetOf(link({ target, storeUrl: 'https://shop.example.com' }))).toBe(target);
});
