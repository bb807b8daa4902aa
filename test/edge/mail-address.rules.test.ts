import { describe, expect, it } from '@jest/globals';
import { emailSchema } from '#api/kernel/values.js';
import { limitAddress } from '#domain/_shared/limit-address.js';
import {
  LOCAL_PART_RULE,
  MAIL_ADDRESS_RULE,
  normalizeAddress,
  readMailAddress,
} from '#domain/_shared/mail-address.js';

const ascii = { utf8: false };

describe('an e-mail address', () => {
  it.each([
    ['asha@उदाहरण.भारत', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
    ['asha@xn--p1b6ci4b4b3a.xn--h2brj9c', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
    [' Asha@EXAMPLE.COM ', 'asha@example.com'],
    ['asha@shop.சிங்கப்பூர்', 'asha@shop.xn--clchc0ea0b2g2a9gcd'],
    ['a@ఉదాహరణ.భారత్', 'a@xn--noc6ci4b4b3a.xn--fpcrj9c3d'],
    ['o’neil'.replace('’', "'") + '@example.co.in', "o'neil@example.co.in"],
  ])('%s is stored as %s', (typed, stored) => {
    expect(readMailAddress(typed, ascii)).toEqual({ address: stored });
    expect(emailSchema.parse(typed)).toBe(stored);
    expect(normalizeAddress(typed)).toBe(stored);
    expect(limitAddress(typed)).toBe(stored);
  });

  it.each([
    'a',
    'a@',
    '@example.com',
    'a@localhost',
    'a@127.0.0.1',
    'a@[127.0.0.1]',
    'a@example.com:25',
    'a@b@example.com',
    'a b@example.com',
    '.a@example.com',
    'a..b@example.com',
    'a.@example.com',
    'a@exa mple.com',
    'a@example.com/x',
    'a@%65xample.com',
    'a@-example.com',
    'a@example.123',
    '"a"@example.com',
    'a<b>@example.com',
    'a\n@example.com',
    `${'a'.repeat(65)}@example.com`,
  ])('is not %j', (typed) => {
    expect(readMailAddress(typed, { utf8: true })).toEqual({ rule: MAIL_ADDRESS_RULE });
    expect(emailSchema.safeParse(typed).success).toBe(false);
  });

  it('has letters of India before the @ only where mails can be sent to them', () => {
    expect(readMailAddress('आशा@उदाहरण.भारत', ascii)).toEqual({ rule: LOCAL_PART_RULE });
    expect(readMailAddress('आशा@उदाहरण.भारत', { utf8: true })).toEqual({
      address: 'आशा@xn--p1b6ci4b4b3a.xn--h2brj9c',
    });
    expect(readMailAddress(`${'आ'.repeat(22)}@example.com`, { utf8: true })).toEqual({
      rule: MAIL_ADDRESS_RULE,
    });
    expect(emailSchema.safeParse('आशा@example.com').error?.issues[0]?.message).toBe(LOCAL_PART_RULE);
  });
});
