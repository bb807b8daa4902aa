import { describe, expect, it } from '@jest/globals';
import { readableReason } from '#domain/jobs/readable-reason.js';

describe('a readable reason', () => {
  it.each([
    ['The document could not be rendered', 'The document could not be rendered'],
    ['550 <asha.rao@example.co.in> is unknown', '550 <<e-mail>> is unknown'],
    ['Key (email)=(asha@example.com) already exists.', 'Key (email)=(<e-mail>) already exists.'],
    ['SMS to +91 98200 12345 refused', 'SMS to <phone> refused'],
    ['SMS to 9820012345 refused', 'SMS to <phone> refused'],
    ['401 for Bearer abc.def-123', '401 for Bearer …'],
    ['GET https://api.example.com/v1/items?key=abc failed', 'GET https://api.example.com/v1/items?… failed'],
    ['postgres://haat:password@db/haat is away', 'postgres://…@db/haat is away'],
    ['webhook_secret: hush', 'webhook_secret: …'],
    ['refused sk_live_0123456789012345678901234567890123456789', 'refused …'],
    [
      'order 0199c0de-7e5c-7000-8000-000000000001 is away',
      'order 0199c0de-7e5c-7000-8000-000000000001 is away',
    ],
    ['first line\n    at stack (file.js:1:1)', 'first line'],
    ['connect ECONNREFUSED 127.0.0.1:4100', 'connect ECONNREFUSED 127.0.0.1:4100'],
  ])('%s', (message, reason) => expect(readableReason(message)).toBe(reason));

  it('is never long', () => expect(readableReason('word '.repeat(1_000))).toHaveLength(500));
});
