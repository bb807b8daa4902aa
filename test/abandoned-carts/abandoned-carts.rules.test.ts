import { describe, expect, it } from '@jest/globals';
import { abandonedCartsSettings } from '#domain/abandoned-carts/abandoned-carts.settings.js';
import { judgeDue } from '#domain/abandoned-carts/judge-due.js';
import { nextDue } from '#domain/abandoned-carts/reminder-steps.js';
import { readRestoreToken, writeRestoreToken } from '#operations/abandoned-carts/restore-token.js';
import { createKeyring } from '#lib/keyring.js';

const steps = [{ hours: 1 }, { hours: 24 }, { hours: 72 }];
const at = (hours: number) => new Date(Date.UTC(2026, 10, 20) + hours * 3_600_000);

describe('the next step of a cart', () => {
  it.each<[done: number, changed: number, sent: number | null, due: number | null]>([
    [0, 0, null, 1],
    [1, 0, 1, 24],
    [2, 0, 24, 72],
    [3, 0, 72, null],
    // The cart was changed after its first reminder.
    [1, 10, 1, 34],
    // Reminders were written late: the next one keeps its distance.
    [1, 0, 30, 53],
  ])('after %s steps, changed at %s, sent at %s: %s', (done, changed, sent, due) => {
    const found = nextDue(steps, done, at(changed), sent === null ? null : at(sent));
    expect(found).toEqual(due === null ? null : at(due));
  });
});

describe('a cart that was due', () => {
  const cart = { ends: null, skips: null, step: 0, changedAt: at(0) };
  it('is reminded of, and waits for the next step', () => {
    expect(judgeDue(cart, steps, at(1))).toEqual({ kind: 'remind', dueAt: at(24) });
    expect(judgeDue({ ...cart, step: 2 }, steps, at(72))).toEqual({ kind: 'remind', dueAt: null });
  });
  it('waits again where it was changed meanwhile', () => {
    expect(judgeDue({ ...cart, changedAt: at(0.5) }, steps, at(1))).toEqual({
      kind: 'later',
      step: 0,
      dueAt: at(1.5),
    });
  });
  it('leaves a step out for a person who may not get it', () => {
    expect(judgeDue({ ...cart, skips: 'weekly_limit' }, steps, at(1))).toEqual({
      kind: 'later',
      step: 1,
      dueAt: at(24),
    });
    expect(judgeDue({ ...cart, skips: 'weekly_limit', step: 2 }, steps, at(72))).toEqual({
      kind: 'ends',
      reason: 'completed',
    });
  });
  it('ends where the settings have fewer steps than were sent', () => {
    expect(judgeDue({ ...cart, step: 3 }, steps, at(100))).toEqual({ kind: 'ends', reason: 'completed' });
    expect(judgeDue({ ...cart, ends: 'ordered' }, steps, at(1))).toEqual({ kind: 'ends', reason: 'ordered' });
  });
});

it('the steps of the setting are one to five, in ascending order', () => {
  const { schema } = abandonedCartsSettings.steps;
  const accepts = (value: unknown) => schema.safeParse(value).success;
  expect(accepts(steps)).toBe(true);
  for (const bad of [
    [],
    [{ hours: 24 }, { hours: 1 }],
    [{ hours: 1 }, { hours: 1 }],
    [{ hours: 0 }],
    [{ hours: 721 }],
    [1, 2, 3, 4, 5, 6].map((hours) => ({ hours })),
  ])
    expect(accepts(bad)).toBe(false);
});

it('a token restores one cart until it expires, and nothing else opens as one', () => {
  const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
  const keyring = createKeyring({ ENCRYPTION_KEY: key(1), ENCRYPTION_KEYS_ACCEPTED: [] });
  const token = writeRestoreToken({ reminderId: 'r-1', expiresAt: at(24) }, keyring);
  expect(readRestoreToken(token, at(23), keyring)).toBe('r-1');
  expect(readRestoreToken(token, at(24), keyring)).toBeUndefined();
  const others = [
    `${token.slice(0, -20)}${token.slice(-19)}`,
    keyring.encrypt(JSON.stringify(['unsubscribe-1', null, 'a@example.com'])),
    keyring.encrypt('no JSON'),
    createKeyring({ ENCRYPTION_KEY: key(2), ENCRYPTION_KEYS_ACCEPTED: [] }).encrypt('x'),
    'x',
  ];
  for (const text of others) expect(readRestoreToken(text, at(1), keyring)).toBeUndefined();
});
