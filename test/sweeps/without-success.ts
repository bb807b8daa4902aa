const factor = {
  because: 'needs a platform role, and a code of an authenticator app',
  test: 'accounts/second-factor.api.test.ts',
};

/**
 * Routes to which no request of the sweeps gets success, so that the shape of one is held against
 * `openapi.json` elsewhere: why, and the test that does it. One that succeeds after all has to leave.
 */
export const withoutSuccess: Readonly<Record<string, { because: string; test: string }>> = {
  'POST /me/second-factor': factor,
  'POST /me/second-factor/verify': factor,
  'POST /me/second-factor/confirm': factor,
  'POST /me/second-factor/recovery-codes': factor,
};
