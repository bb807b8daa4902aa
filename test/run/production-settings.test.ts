import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { assertUsable } from '#api/access/ensure-super-admin.js';
import { isWeakKey, parseConfig } from '#lib/config.js';

const key = () => randomBytes(32).toString('base64');
const production = (changes: Record<string, string> = {}) => ({
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://haat:haat@database/haat',
  TEMPORAL_ADDRESS: 'engine:7233',
  PUBLIC_API_BASE_URL: 'https://api.example.com',
  AUTH_SECRET: randomBytes(32).toString('hex'),
  ENCRYPTION_KEY: key(),
  ADMIN_PASSWORD: 'kept-from-earlier',
  ...changes,
});

describe('production', () => {
  it('takes random keys and an https address', () => {
    expect(() => parseConfig(production({ TEMPORAL_PAYLOAD_KEY: key() }))).not.toThrow();
  });

  it.each([
    ['AUTH_SECRET', 'x'.repeat(32)],
    ['AUTH_SECRET', 'abcdefghijklmnopabcdefghijklmnop'],
    ['ENCRYPTION_KEY', Buffer.alloc(32, 7).toString('base64')],
    ['ENCRYPTION_KEY', Buffer.from('0123456789abcdef'.repeat(2)).toString('base64')],
    ['TEMPORAL_PAYLOAD_KEY', Buffer.alloc(32).toString('base64')],
  ])('refuses a %s that is not random', (name, value) => {
    expect(() => parseConfig(production({ [name]: value }))).toThrow(`${name} must be random`);
    expect(() => parseConfig({ ...production({ [name]: value }), NODE_ENV: 'development' })).not.toThrow();
  });

  it('refuses hosts that webhooks are let through to', () => {
    const allowed = { WEBHOOKS_ALLOW: 'localhost:4104' };
    expect(() => parseConfig(production(allowed))).toThrow('WEBHOOKS_ALLOW must not be set in production');
    expect(() => parseConfig({ ...production(allowed), NODE_ENV: 'development' })).not.toThrow();
  });

  it('never takes a generated key for a typed one', () => {
    for (let n = 0; n < 2_000; n += 1) {
      expect(isWeakKey(randomBytes(32))).toBe(false);
      expect(isWeakKey(Buffer.from(randomBytes(32).toString('hex')))).toBe(false);
    }
  });

  it.each(['http://api.example.com', 'http://10.0.0.1:4000', 'http://localhost.example.com'])(
    'refuses %s, where others read along',
    (address) => {
      expect(() => parseConfig(production({ PUBLIC_API_BASE_URL: address }))).toThrow(
        'must begin with https:',
      );
    },
  );

  it.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])('takes %s', (address) => {
    expect(() => parseConfig(production({ PUBLIC_API_BASE_URL: address }))).not.toThrow();
  });

  it('makes no administrator with a short or a common password, and looks at it on first use alone', () => {
    expect(() => parseConfig(production({ ADMIN_PASSWORD: 'password' }))).not.toThrow();
    expect(() => assertUsable('elevenchars')).toThrow('at least 12 characters');
    expect(() => assertUsable('q1w2e3r4t5y6')).toThrow('commonest');
    expect(() => assertUsable('correct-horse-battery')).not.toThrow();
  });
});
