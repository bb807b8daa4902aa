/** What a check found. */
export interface Finding {
  /** What holds, as a sentence. */
  invariant: string;
  problems: string[];
  /** How much was looked at: of nothing everything holds, so none of it is a finding too. */
  checked: number;
  /** There may have been nothing to look at, and nothing is wrong with that. */
  mayBeEmpty?: boolean;
}

/** A finding from the problems alone. */
export function finding(
  invariant: string,
  checked: number,
  problems: string[],
  more: { mayBeEmpty?: boolean } = {},
): Finding {
  return { invariant, checked, problems, ...more };
}

/** Why it does not hold; empty when it does. */
export function problemsOf({ problems, checked, mayBeEmpty }: Finding): string[] {
  return problems.length === 0 && checked === 0 && !mayBeEmpty ? ['nothing was looked at'] : problems;
}

/** The findings of a check; one that breaks off is one, and takes nothing away from what others have found. */
export async function findingsOf(
  what: string,
  check: () => Promise<Finding[]> | Finding[],
): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [finding(`${what} can be looked at`, 0, [reason.split('\n').slice(0, 4).join(' | ')])];
  }
}
