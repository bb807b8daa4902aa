const factor = {
  because: 'needs a platform role, and a code of an authenticator app',
  test: 'accounts/second-factor.api.test.ts',
};

const schedule = {
  because: 'needs schedules, which the engine of the sweeps has not got',
  test: 'jobs/schedules.workflow.rest.ts',
};

/**
 * Routes to which no request of the sweeps gets success, so that the shape of one is held against
 * `openapi.json` elsewhere: why, and the test that does it. One that succeeds after all has to leave.
 */
export const withoutSuccess: Readonly<Record<string, { because: string; test: string }>> = {
  'POST /admin/jobs/:workflowId/retry': {
    because: 'needs a run that has failed',
    test: 'jobs/retry-job.workflow.test.ts',
  },
  'GET /store/clicks/:token/:key': {
    because: 'leads on to the target of the link',
    test: 'campaigns/shop-blocks.workflow.test.ts',
  },
  'POST /admin/schedules/:id/pause': schedule,
  'POST /admin/schedules/:id/resume': schedule,
  'POST /admin/schedules/:id/run': schedule,
  'POST /admin/users/:userId/second-factor/reset': {
    because: 'needs a user with a second factor',
    test: 'vendors/vendor-accounts.api.test.ts',
  },
  'POST /me/second-factor': factor,
  'POST /me/second-factor/verify': factor,
  'POST /me/second-factor/confirm': factor,
  'POST /me/second-factor/recovery-codes': factor,
};
