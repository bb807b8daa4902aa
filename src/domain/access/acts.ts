import { accessErrors } from './access.errors.js';

/**
 * Acts that an intruder with a stolen session would do first. `rights` hands out or takes rights; `money` sends money
 * out by hand. Both need their own permission and a recent sign-in.
 */
export type Act = 'rights' | 'money';

/** Minutes after signing in during which rights may be handed out and secure settings changed. */
export const RIGHTS_MINUTES = 10;

export const actTitles: Readonly<Record<Act, string>> = {
  rights: 'Handing out rights',
  money: 'Sending money by hand',
};

/** What is known of the caller. */
export interface ActCaller {
  /** When the session was signed in; undefined for an API key. */
  signedInAt?: Date | null;
  /** Of an API key: whether it was made for acts with money. */
  moneyActs?: boolean;
}

export function isSignedInWithin(caller: Pick<ActCaller, 'signedInAt'>, now: Date, minutes: number): boolean {
  const signedInAt = caller.signedInAt?.getTime() ?? -Infinity;
  return now.getTime() - signedInAt <= minutes * 60_000;
}

/** @throws AppError FORBIDDEN for a session older than so many minutes, and for an API key */
export function assertSignedInWithin(
  caller: Pick<ActCaller, 'signedInAt'>,
  { now, minutes, what }: { now: Date; minutes: number; what: string },
): void {
  if (!isSignedInWithin(caller, now, minutes)) throw accessErrors.freshSessionNeeded({ what, minutes });
}

/** @throws AppError FORBIDDEN when the caller may not do the act now */
export function assertMayAct(
  act: Act,
  caller: ActCaller,
  { now, moneyActMinutes }: { now: Date; moneyActMinutes: number },
): void {
  if (act === 'money' && caller.moneyActs === true) return;
  const minutes = act === 'money' ? moneyActMinutes : RIGHTS_MINUTES;
  assertSignedInWithin(caller, { now, minutes, what: actTitles[act] });
}
