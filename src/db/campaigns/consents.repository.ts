import type { Reader, Tx } from '#db/kernel/unit-of-work.js';

export interface Consent {
  topicId: string;
  subscribed: boolean;
}

/** What addresses have said to topics. */
export function createConsentsRepository() {
  return {
    /** By topic; a topic that is not here was never chosen or refused. */
    async of(reader: Reader, address: string): Promise<Map<string, boolean>> {
      const rows = (await reader('campaigns_consents')
        .where({ address })
        .select('topicId', 'subscribed')) as Consent[];
      return new Map(rows.map(({ topicId, subscribed }) => [topicId, subscribed]));
    },

    /** The latest word of an address counts, and when it was said: a customer who chooses is no inactive one. */
    async save(
      tx: Tx,
      { address, source, at }: { address: string; source: string; at: Date },
      consents: readonly Consent[],
    ): Promise<void> {
      if (consents.length === 0) return;
      const rows = [...consents]
        .sort((a, b) => (a.topicId < b.topicId ? -1 : 1))
        .map((consent) => ({ ...consent, address, source, changedAt: at }));
      await tx('campaigns_consents')
        .insert(rows)
        .onConflict(['address', 'topicId'])
        .merge(['subscribed', 'source', 'changedAt']);
    },
  };
}
