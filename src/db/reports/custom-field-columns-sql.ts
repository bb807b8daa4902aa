import { snakeCase } from '#db/kernel/case-mapping.js';
import type { CustomFieldEntity } from '#domain/_shared/custom-field.js';
import { type DeclaredField, type FieldAudience, sees } from '#domain/custom-fields/declared-fields.js';
import { customFieldsOf } from '#domain/custom-fields/registered-fields.js';
import type { ReportDefinition } from './report-sql.js';

/** Whose fields a report shows. */
export interface ReportedFields {
  entity: CustomFieldEntity;
  audience: FieldAudience;
  /** The id of that row as `uuid`, by the row `w` of `wanted`; by default the id of the row of the report. */
  id?: string;
}

/**
 * A report with a column for each declared custom field of its rows that its readers see, behind its own. Where none are
 * declared it is the same report.
 */
export function withCustomFields(
  report: ReportDefinition,
  { entity, audience, id = 'w.id' }: ReportedFields,
  declared: readonly DeclaredField[] = customFieldsOf(entity),
): ReportDefinition {
  const fields = declared.filter((field) => sees(audience, field));
  if (fields.length === 0) return report;
  const keyOf = (key: string) => `${entity}Field${key.charAt(0).toUpperCase()}${key.slice(1)}`;
  const values = fields.map(({ key }) => `custom.fields ->> '${key}' as ${snakeCase(keyOf(key))}`);
  return {
    ...report,
    columns: [
      ...report.columns,
      ...fields.map(({ key, label }) => ({ key: keyOf(key), label, type: 'string' as const })),
    ],
    rows: (args) => `
      select own.*, ${values.join(', ')} from (${report.rows(args)}) own join wanted w on w.place = own.place
      left join custom_fields_values custom on custom.entity = '${entity}' and custom.entity_id = ${id}`,
  };
}
