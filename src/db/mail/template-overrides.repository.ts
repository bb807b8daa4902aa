import type { Knex } from '#db/kernel/knex.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { TemplateOverride } from '#domain/mail/template-override.js';

const columns = [
  ...([
    'eventType',
    'role',
    'locale',
    'enabled',
    'subject',
    'heading',
    'preheader',
    'body',
    'updatedAt',
  ] as const),
] as const;

type Key = Pick<TemplateOverride, 'eventType' | 'role'>;

export function createTemplateOverridesRepository(knex: Knex) {
  const find = ({ eventType, role }: Key, reader: Reader = knex): Promise<TemplateOverride[]> =>
    reader<TemplateOverride>('mail_template_overrides')
      .where({ eventType, role })
      .select([...columns]);

  return {
    /** The overrides of a template in all languages. */
    find,

    /** Every override: there are at most as many as templates and languages. */
    all: (): Promise<TemplateOverride[]> =>
      knex<TemplateOverride>('mail_template_overrides').select([...columns]),

    /** The overrides of a template, while no other transaction can write one of it. */
    async lock(tx: Tx, key: Key): Promise<TemplateOverride[]> {
      await tx.raw(`select pg_advisory_xact_lock(hashtextextended('mail.template:' || ?, 0))`, [
        `${key.eventType} ${key.role}`,
      ]);
      return find(key, tx);
    },

    /** Writes the whole row, new or not. */
    async write(tx: Tx, override: TemplateOverride): Promise<void> {
      await tx('mail_template_overrides')
        .insert(override)
        .onConflict(['eventType', 'role', 'locale'])
        .merge();
    },

    async delete(tx: Tx, { eventType, role, locale }: Key & { locale: string }): Promise<void> {
      await tx<TemplateOverride>('mail_template_overrides').where({ eventType, role, locale }).delete();
    },

    /** Switches a template on or off in every language; rows that then say nothing go. */
    async setEnabled(tx: Tx, { eventType, role }: Key, enabled: boolean): Promise<void> {
      await tx('mail_template_overrides').where({ eventType, role }).update({ enabled });
      if (enabled)
        await tx('mail_template_overrides')
          .where({ eventType, role, subject: null, heading: null, preheader: null, body: null })
          .delete();
    },
  };
}

export type TemplateOverridesRepository = ReturnType<typeof createTemplateOverridesRepository>;
