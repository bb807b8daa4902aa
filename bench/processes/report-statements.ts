import { createReportRegistry } from '#db/reports/registry.report.js';
import { literalArguments, type ReportInput } from '#db/reports/report-sql.js';
import { storeSettings } from '#domain/settings/store.settings.js';

/** Prints the bare statements of the report `orders` as a line of JSON: `node report-statements.js <from> <to>`. */
const [from = '', to = ''] = process.argv.slice(2);
const report = createReportRegistry().find('platform', 'orders');
const timeZone = storeSettings.timeZone.default;
const input: ReportInput = { from, to, filters: {}, timeZone, vendorId: null };
const args = literalArguments(input);
const day = `date_trunc('day', p.at at time zone '${timeZone}')`;
console.log(
  JSON.stringify({
    summary: report?.summary?.(args),
    trend: `select ${day}, sum(p.orders), sum(p.gross_sales) from (${report?.trend?.(args)}) as p group by 1`,
  }),
);
