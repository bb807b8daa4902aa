import { instant, integer, nullable, type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { ORDERS_OF_USER } from '#db/kernel/personal-data.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Person } from './personal-rows.query.js';

/** An invoice or credit note of a person; `storageKey` is null where no PDF is stored. */
const personalDocumentColumns = {
  prefix: text,
  financialYear: text,
  sequence: integer,
  kind: textOf<'invoice' | 'credit_note'>(),
  id: uuid,
  /** For a folder: numbers are unique for a vendor, and no two vendors have the same folder. */
  vendorFolder: text,
  issuedAt: instant,
  storageKey: nullable(text),
};
export type PersonalDocument = RowOf<typeof personalDocumentColumns>;

const ofPerson = (document: string) =>
  `${document}.order_id in ${ORDERS_OF_USER} and ${document}.issued_at is not null`;

const statement = `
  select d.kind, d.id, d.prefix, d.financial_year, d.sequence, d.issued_at, d.storage_key,
    case when v.deleted_at is null then v.slug else v.slug || '-' || v.id end as vendor_folder from (
    select 'invoice' as kind, i.id, i.vendor_id, i.prefix, i.financial_year, i.sequence, i.issued_at, i.storage_key
    from invoices i where ${ofPerson('i')}
    union all
    select 'credit_note', n.id, n.vendor_id, n.prefix, n.financial_year, n.sequence, n.issued_at, f.storage_key
    from invoices_credit_notes n left join invoices_credit_note_documents f on f.credit_note_id = n.id
    where ${ofPerson('n')}
  ) d join vendors v on v.id = d.vendor_id
  where cast(:after as uuid) is null or d.id > :after
  order by d.id limit :limit`;

/** The tax papers of a person, page by page, so that the memory used does not depend on their number. */
export async function* personalDocuments(
  knex: Knex,
  { userId, email }: Person,
  limit: number,
): AsyncGenerator<PersonalDocument> {
  let after: string | null = null;
  for (;;) {
    const rows = await query(knex, personalDocumentColumns)(statement, { userId, email, after, limit });
    yield* rows;
    if (rows.length < limit) return;
    after = rows.at(-1)?.id ?? null;
  }
}
