import type { Tx } from '#db/kernel/unit-of-work.js';

/** Organizations, which are made and named by what stands behind them: a vendor. */
export function createOrganizationsRepository() {
  return {
    /** Makes one with its first owner. Returns its id. */
    async create(
      tx: Tx,
      organization: { name: string; slug: string; ownerId: string; now: Date },
    ): Promise<string> {
      const { name, slug, ownerId, now } = organization;
      const rows: { id: string }[] = await tx('accounts_organizations')
        .insert({ name, slug, createdAt: now })
        .returning('id');
      const [row] = rows;
      if (!row) throw new Error('nothing was inserted');
      await tx('accounts_members').insert({
        organizationId: row.id,
        userId: ownerId,
        role: 'owner',
        createdAt: now,
      });
      return row.id;
    },

    async rename(tx: Tx, id: string, name: string): Promise<void> {
      await tx('accounts_organizations').where({ id }).update({ name });
    },

    async changeSlug(tx: Tx, id: string, slug: string): Promise<void> {
      await tx('accounts_organizations').where({ id }).update({ slug });
    },
  };
}

export type OrganizationsRepository = ReturnType<typeof createOrganizationsRepository>;
