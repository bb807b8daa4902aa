import { text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { expectRow } from '#db/kernel/expect-row.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { CampaignTemplate, CampaignTemplateSummary } from '#domain/campaigns/campaign-template.js';

const summaryColumns = ['id', 'name', 'subject', 'previewText', 'createdAt', 'updatedAt'] as const;
const columns = [...summaryColumns, 'blocks'] as const;

/** Arrays would be taken for those of the database. */
const stored = (fields: Partial<CampaignTemplate>) =>
  fields.blocks === undefined ? fields : { ...fields, blocks: JSON.stringify(fields.blocks) };

export function createCampaignTemplatesRepository(knex: Knex) {
  return {
    list: (query: ListQuery): Promise<Page<CampaignTemplateSummary>> =>
      listPage<CampaignTemplateSummary>({
        base: knex('campaigns_templates'),
        query,
        columns: {},
        idColumn: 'id',
        searchColumns: ['name', 'subject'],
        select: [...summaryColumns],
      }),

    find: (id: string, reader: Reader = knex): Promise<CampaignTemplate | undefined> =>
      reader<CampaignTemplate>('campaigns_templates')
        .where({ id })
        .first([...columns]),

    lock: (tx: Tx, id: string): Promise<CampaignTemplate | undefined> =>
      tx<CampaignTemplate>('campaigns_templates')
        .where({ id })
        .forUpdate()
        .first([...columns]),

    /** The names that begin like this one, locked against others that copy it. */
    async namesLike(tx: Tx, name: string): Promise<Set<string>> {
      await tx.raw(`select pg_advisory_xact_lock(hashtextextended('campaigns.template-names', 0))`);
      const rows = await query(tx, { name: text })(
        'select name from campaigns_templates where starts_with(name, ?)',
        [name],
      );
      return new Set(rows.map((row) => row.name));
    },

    async insert(tx: Tx, fields: Partial<CampaignTemplate>): Promise<CampaignTemplate> {
      const rows = await tx('campaigns_templates')
        .insert(stored(fields))
        .returning([...columns]);
      return expectRow(rows);
    },

    async update(tx: Tx, id: string, fields: Partial<CampaignTemplate>): Promise<CampaignTemplate> {
      const rows = await tx('campaigns_templates')
        .where({ id })
        .update(stored(fields))
        .returning([...columns]);
      return expectRow(rows);
    },

    async delete(tx: Tx, id: string): Promise<void> {
      await tx('campaigns_templates').where({ id }).delete();
    },

    /** A broadcast that is going to read the template when it starts. */
    async findUser(tx: Tx, templateId: string): Promise<string | undefined> {
      const row = await tx('campaigns_broadcasts')
        .where({ templateId })
        .whereIn('status', ['scheduled', 'sending', 'paused'])
        .whereNull('blocks')
        .first('id');
      return row?.id;
    },
  };
}
