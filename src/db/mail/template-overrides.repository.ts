import type { Knex } from '#db/kernel/knex.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { TemplateOverride } from '#domain/mail/template-override.js';

const columns = [
  ...(['eventType', 'role', 'enabled', 'subject', 'heading', 'preheader', 'body', 'updatedAt'] as const),
] as const;

type Key = Pick<TemplateOverride, 'eventType' | 'role'>;

export function createTemplateOverridesRepository(knex: Knex) {
  const find = ({ eventType, role }: Key, reader: Reader = knex): Promise<TemplateOverride | undefined> =>
    reader<TemplateOverride>('mail_template_overrides')
      .where({ eventType, role })
      .first([...columns]);

  return {
    find,

    /** Every override: there are at most as many as templates. */
    all: (): Promise<TemplateOverride[]> =>
      knex<TemplateOverride>('mail_template_overrides').select([...columns]),

    /** The override, while no other transaction can write one of this template. */
    async lock(tx: Tx, key: Key): Promise<TemplateOverride | undefined> {
      await tx.raw(`select pg_advisory_xact_lock(hashtextextended('mail.template:' || ?, 0))`, [
        `${key.eventType} ${key.role}`,
      ]);
      return find(key, tx);
    },

    /** Writes the whole row, new or not. */
    async write(tx: Tx, override: TemplateOverride): Promise<void> {
      await tx('mail_template_overrides').insert(override).onConflict(['eventType', 'role']).merge();
    },

    async delete(tx: Tx, { eventType, role }: Key): Promise<void> {
      await tx('mail_template_overrides').where({ eventType, role }).delete();
    },
  };
}

export type TemplateOverridesRepository = ReturnType<typeof createTemplateOverridesRepository>;
