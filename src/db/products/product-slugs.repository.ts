import { boolean, integer, text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { nextSlug } from '#domain/_shared/slug.js';

const takenColumns = {
  base: text,
  /** Whether the base itself is taken. */
  exact: boolean,
  /** The highest number behind the base, `shirt-7` for `shirt`; 1 when there is none. */
  highest: integer,
};

/**
 * Makes those who want a slug of this base wait for each other until they commit, so that each sees what the one
 * before it took.
 */
export async function lockSlugBase(tx: Tx, base: string): Promise<void> {
  await tx.raw(`select pg_advisory_xact_lock(hashtextextended('products.slug:' || ?, 0))`, [base]);
}

/**
 * A slug for each base, free among live products and among each other: the base itself, else with the next number.
 * Nothing is reserved: a writer at the same moment may take one first, and the unique index then says so.
 */
export async function freeSlugs(tx: Tx, bases: readonly string[]): Promise<string[]> {
  const rows = await query(tx, takenColumns)(
    `select base,
       exists (select 1 from products where slug = base and deleted_at is null) as exact,
       coalesce((
         select max(substr(slug, length(base) + 2)::bigint) from products
         -- "-" and "." are neighbours, so this range is every slug that begins with the base and a hyphen
         where slug > base || '-' and slug < base || '.' and deleted_at is null
           and substr(slug, length(base) + 2) ~ '^[1-9][0-9]{0,8}$'
       ), 1) as highest
     from unnest(?::text[]) as base`,
    [[...new Set(bases)]],
  );
  const taken = new Map(rows.map((row) => [row.base, { ...row }]));
  const given = new Set<string>();
  return bases.map((base) => {
    const state = taken.get(base) ?? { base, exact: false, highest: 1 };
    let slug = base;
    while ((slug === base && state.exact) || given.has(slug)) {
      state.highest += 1;
      slug = nextSlug(base, state.highest);
    }
    given.add(slug);
    return slug;
  });
}
