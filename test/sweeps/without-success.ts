/**
 * Routes to which no request of the sweeps gets success, so that the shape of one is held against
 * `openapi.json` elsewhere: why, and the test that does it. One that succeeds after all has to leave.
 */
export const withoutSuccess: Readonly<Record<string, { because: string; test: string }>> = {};
