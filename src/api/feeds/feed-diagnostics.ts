import { z } from 'zod';
import { idOf } from '#api/kernel/values.js';
import { isId } from '#lib/ids.js';

/** Items that are named of each reason; its count is of all. */
const MAX_NAMED = 100;

export const diagnosticsSchema = z
  .object({
    complete: z.boolean().meta({ description: 'False where the remote side has more items than were read' }),
    items: z.int().meta({ description: 'How many items were read' }),
    reasons: z.array(
      z.object({
        code: z.string(),
        severity: z.string().nullable(),
        attribute: z.string().nullable(),
        description: z.string().nullable(),
        count: z.int(),
        variantIds: z.array(idOf('productVariant')).meta({ description: 'At most a hundred of them' }),
      }),
    ),
  })
  .meta({ id: 'FeedDiagnostics' });
export type FeedDiagnostics = z.input<typeof diagnosticsSchema>;

/** What the remote side says is wrong with an item. */
export interface FoundIssue {
  variantId: string;
  code: string;
  severity: string | null;
  attribute: string | null;
  description: string | null;
}

/** Counts issues by their reason, the most frequent first. An item with one reason in several places counts once. */
export function diagnosticsOf(
  items: number,
  issues: readonly FoundIssue[],
  complete: boolean,
): FeedDiagnostics {
  const reasons = new Map<string, FoundIssue & { items: Set<string> }>();
  for (const issue of issues) {
    const key = JSON.stringify([issue.code, issue.attribute, issue.severity]);
    const reason = reasons.get(key) ?? { ...issue, items: new Set<string>() };
    reason.items.add(issue.variantId);
    reasons.set(key, reason);
  }
  return {
    complete,
    items,
    reasons: [...reasons.values()]
      .sort((a, b) => b.items.size - a.items.size || a.code.localeCompare(b.code))
      .map(({ code, severity, attribute, description, items: named }) => ({
        code,
        severity,
        attribute,
        description,
        count: named.size,
        // Items that other programs wrote have names of theirs.
        variantIds: [...named].filter(isId).slice(0, MAX_NAMED),
      })),
  };
}

/** Reads the pages of a remote list, so many at most. @returns whether that were all */
export async function readPages<Row>(
  read: (after: string | undefined) => Promise<{ rows: Row[]; next: string | undefined }>,
  take: (rows: Row[]) => void,
  maxPages: number,
): Promise<boolean> {
  let after: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { rows, next } = await read(after);
    take(rows);
    if (!next) return true;
    after = next;
  }
  return false;
}
