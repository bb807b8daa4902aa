import type { ProductDraft } from './draft.js';

/** Seven days: after that what was typed is more often wrong than right. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

export interface KeptDraft {
  at: number;
  draft: ProductDraft;
}

export function keepDraft(key: string, draft: ProductDraft): void {
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), draft } satisfies KeptDraft));
  } catch {
    // A full storage keeps nothing; the form itself has everything.
  }
}

export function forgetDraft(key: string): void {
  localStorage.removeItem(key);
}

export function keptDraft(key: string): KeptDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as KeptDraft | null;
    if (!kept) return null;
    if (Date.now() - kept.at < KEPT_MS) return kept;
    forgetDraft(key);
  } catch {
    forgetDraft(key);
  }
  return null;
}
