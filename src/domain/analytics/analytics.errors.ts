import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const analyticsErrors = defineErrors({
  tooManyStreams: {
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'Too many live streams on this process; connect again in a few seconds',
    when: 'a live stream is opened while its API process serves `LIVE_STREAMS_MAX` of them',
  },
});
