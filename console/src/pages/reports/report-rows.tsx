import { memo, startTransition, useEffect, useState } from 'react';
import type { Store } from '../../lib/declarations.js';
import { cellText, isRight } from './report-cell.js';
import type { ReportMeta } from './report-page.js';

type Values = Record<string, unknown>;

/** As many as a screen shows, and as many as are laid out within a frame or two. */
const STEP = 50;

/** The rows that a screen shows first, and the others step by step after them, so that the page answers meanwhile. */
export function ReportRows({ rows, ...rest }: { report: ReportMeta; rows: Values[]; store: Store }) {
  const [count, setCount] = useState(STEP);
  useEffect(() => {
    if (count >= rows.length) return;
    const timer = setTimeout(() => startTransition(() => setCount(count + STEP)));
    return () => clearTimeout(timer);
  }, [count, rows.length]);
  return rows.slice(0, count).map((row, index) => <ReportRow key={index} row={row} {...rest} />);
}

/** Plain elements: five hundred rows are thousands of cells, and Mantine's cost ten times as much to make. */
const ReportRow = memo(function ReportRow({
  report,
  row,
  store,
}: {
  report: ReportMeta;
  row: Values;
  store: Store;
}) {
  return (
    <tr className="plain-row">
      {report.columns.map(({ key, type }) => (
        <td key={key} className={isRight(type) ? 'nowrap right' : 'nowrap'}>
          {cellText(row[key], type, store)}
        </td>
      ))}
    </tr>
  );
});
