import { randomBytes } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from '#api/kernel/too-many.js';
import { requireUser } from '#api/kernel/require.js';
import {
  createSecondFactorsRepository,
  type SecondFactorRow,
} from '#db/accounts/second-factors.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { SECOND_FACTOR_DAYS } from '#domain/access/access.settings.js';
import { assertSignedInWithin, RIGHTS_MINUTES } from '#domain/access/acts.js';
import { accountsErrors } from '#domain/accounts/accounts.errors.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { sha256 } from '#lib/crypto.js';
import { newTotpSecret, totpStep, totpUri } from '#lib/totp.js';
import { phrase, type Words } from '#domain/mail/phrase.js';
import { createSecurityMail } from '#operations/accounts/second-factor-mail.js';
import type { Platform } from '#operations/platform.js';

const DAY_MS = 24 * 3_600_000;
/** Wrong codes for one account, from wherever they come. */
const GUESSES = 10;
const GUESS_SECONDS = 15 * 60;
const RECOVERY_CODES = 10;

/** What people type: any case, with or without the dash. */
const plain = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '');
const codeHash = (userId: string, code: string) => sha256(`${userId} ${plain(code)}`);

/** `k3x9-7mq2-…`: 50 bits, without letters that look alike. */
function newRecoveryCode(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const text = [...randomBytes(12)].map((byte) => letters[byte % letters.length]).join('');
  return text.match(/.{4}/g)?.join('-') ?? text;
}

/** The second factor of the caller's own account: an authenticator app, and recovery codes for the day it is lost. */
export function createSecondFactorService(platform: Platform) {
  const { knex, unitOfWork, audit, keyring, principals, settings, config } = platform;
  const factors = createSecondFactorsRepository();
  const notify = createSecurityMail(platform);
  const limiter =
    config.RATE_LIMIT_FACTOR === 0
      ? undefined
      : new RateLimiterPostgres({
          points: Math.max(1, Math.round(GUESSES * config.RATE_LIMIT_FACTOR)),
          duration: GUESS_SECONDS,
          keyPrefix: 'factor',
          storeClient: knex,
          storeType: 'knex',
          tableName: 'rate_limits',
          tableCreated: true,
        });

  const sessionOf = (ctx: Context) => ({ id: ctx.sessionId ?? '', userId: requireUser(ctx) });

  function assertFresh(ctx: Context): void {
    assertSignedInWithin(ctx, { now: ctx.now, minutes: RIGHTS_MINUTES, what: 'Changing the second factor' });
  }

  /** Counts the guess before it is looked at, and gives it back when it was right. @throws AppError RATE_LIMITED */
  async function counted<T>(userId: string, work: () => Promise<T>): Promise<T> {
    try {
      await limiter?.consume(userId);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw tooMany(refusal);
    }
    const result = await work();
    await limiter?.reward(userId);
    return result;
  }

  function stepOf(ctx: Context, factor: SecondFactorRow, code: string): number | undefined {
    if (!/^\d{6}$/.test(code)) return undefined;
    const secret = keyring.decrypt(factor.secretEncrypted);
    return totpStep(secret, code, { now: ctx.now, after: factor.lastStep });
  }

  async function status(ctx: Context) {
    const userId = requireUser(ctx);
    const { enrolledAt, requiredSince, recoveryCodesLeft } = await factors.details(knex, userId);
    const enrolBy = requiredSince && new Date(requiredSince.getTime() + SECOND_FACTOR_DAYS * DAY_MS);
    return {
      enrolled: enrolledAt !== null,
      pending: ctx.missingFactor === 'code',
      required: requiredSince !== null,
      enrolBy: enrolledAt === null && enrolBy ? enrolBy.toISOString() : null,
      recoveryCodesLeft,
    };
  }

  async function record(tx: Tx, ctx: Context, action: string, what: Words): Promise<void> {
    const userId = requireUser(ctx);
    await audit.record(tx, ctx, [{ entity: 'user', entityId: userId, action, key: 'secondFactor' }]);
    const user = (await tx('accounts_users').where({ id: userId }).first('email', 'name')) as
      | { email: string; name: string }
      | undefined;
    if (user) await notify(tx, ctx, user, what);
  }

  async function renewCodes(tx: Tx, userId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await factors.replaceCodes(
      tx,
      userId,
      codes.map((code) => codeHash(userId, code)),
    );
    return codes;
  }

  return {
    status,

    /** @throws AppError CONFLICT without a factor, BAD_REQUEST for a wrong code, RATE_LIMITED after many */
    async verify(ctx: Context, code: string) {
      const session = sessionOf(ctx);
      await counted(session.userId, () =>
        unitOfWork.run(ctx, async (tx) => {
          const factor = await factors.lock(tx, session.userId);
          if (!factor?.confirmedAt) throw accountsErrors.noSecondFactor();
          const step = stepOf(ctx, factor, code);
          if (step !== undefined) await factors.accept(tx, session.userId, { lastStep: step });
          else if (await factors.useCode(tx, session.userId, codeHash(session.userId, code), ctx.now))
            await record(tx, ctx, 'useRecoveryCode', phrase('security.recovery_code_used'));
          else throw accountsErrors.wrongSecondFactorCode();
          await factors.pass(tx, session, ctx.now);
        }),
      );
      principals.forget(session.userId);
      return status({ ...ctx, missingFactor: undefined });
    },

    /** Begins an enrolment. @throws AppError FORBIDDEN without a role or a fresh session, CONFLICT with a factor */
    async begin(ctx: Context) {
      const userId = requireUser(ctx);
      assertFresh(ctx);
      const { hasRole } = await factors.details(knex, userId);
      if (!hasRole) throw accountsErrors.secondFactorForRoles();
      const secret = newTotpSecret();
      const begun = await unitOfWork.run(ctx, (tx) => factors.begin(tx, userId, keyring.encrypt(secret)));
      if (!begun) throw accountsErrors.hasSecondFactor();
      const issuer = settings.get(storeSettings.storeName) || 'Haat';
      return { secret, uri: totpUri(secret, { issuer, account: ctx.email ?? userId }) };
    },

    /**
     * Confirms an enrolment by a first code; other sessions and mailed links end.
     * @throws AppError as `verify`, CONFLICT where none was begun
     */
    async confirm(ctx: Context, code: string) {
      const session = sessionOf(ctx);
      assertFresh(ctx);
      const recoveryCodes = await counted(session.userId, () =>
        unitOfWork.run(ctx, async (tx) => {
          const factor = await factors.lock(tx, session.userId);
          if (!factor) throw accountsErrors.noSecondFactor();
          if (factor.confirmedAt) throw accountsErrors.hasSecondFactor();
          const step = stepOf(ctx, factor, code);
          if (step === undefined) throw accountsErrors.wrongSecondFactorCode();
          await factors.accept(tx, session.userId, { lastStep: step, confirmedAt: ctx.now });
          await factors.pass(tx, session, ctx.now, { alone: true });
          await factors.endLinks(tx, session.userId);
          await record(tx, ctx, 'enrol', phrase('security.factor_set_up'));
          return renewCodes(tx, session.userId);
        }),
      );
      principals.forget(session.userId);
      return { recoveryCodes };
    },

    /** Replaces the recovery codes. @throws AppError FORBIDDEN without a fresh session, CONFLICT without a factor */
    async renew(ctx: Context) {
      const userId = requireUser(ctx);
      assertFresh(ctx);
      const recoveryCodes = await unitOfWork.run(ctx, async (tx) => {
        const factor = await factors.lock(tx, userId);
        if (!factor?.confirmedAt) throw accountsErrors.noSecondFactor();
        await record(tx, ctx, 'renewRecoveryCodes', phrase('security.recovery_codes_renewed'));
        return renewCodes(tx, userId);
      });
      return { recoveryCodes };
    },

    /** @throws AppError FORBIDDEN without a fresh session, CONFLICT where the platform requires one */
    async remove(ctx: Context) {
      const userId = requireUser(ctx);
      assertFresh(ctx);
      const { requiredSince } = await factors.details(knex, userId);
      if (requiredSince) throw accountsErrors.secondFactorStays();
      await unitOfWork.run(ctx, async (tx) => {
        if (await factors.remove(tx, userId))
          await record(tx, ctx, 'removeFactor', phrase('security.factor_removed'));
      });
      return status(ctx);
    },
  };
}
