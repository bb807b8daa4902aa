import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, relative } from 'node:path';
import { projectRoot } from '../scripts/supervisor/paths.mjs';
import { cacheFolder } from './stand/seeded-data.mjs';

/** A table for the terminal. @param {Record<string, unknown>[]} rows the first one's keys are the head */
export function table(rows) {
  const head = Object.keys(rows[0] ?? {});
  const cells = [head, ...rows.map((row) => head.map((name) => String(row[name] ?? '')))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const numeric = head.map((_, column) =>
    rows.every((_row, index) => /^[\d.,x]*$/.test(cells[index + 1][column])),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) =>
          numeric[column] ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * A target and whether it was met.
 * @param {string} what
 * @param {number} measured
 * @param {{ least?: number, most?: number, unit?: string }} limit
 */
export function target(what, measured, { least, most, unit = '' }) {
  const value = Math.round(measured * 100) / 100;
  const met = (least === undefined || measured >= least) && (most === undefined || measured < most);
  const limit = least === undefined ? `< ${most}` : `>= ${least}`;
  return { target: what, limit: `${limit} ${unit}`.trim(), measured: value, met: met ? 'yes' : 'NO' };
}

/** Writes what was measured beside the tables. @returns the file */
export function writeResult(name, machine, options, { tables, targets, details }) {
  const loadAfter = loadavg().map((load) => Math.round(load * 100) / 100);
  const at = new Date().toISOString();
  mkdirSync(cacheFolder(), { recursive: true });
  const file = join(cacheFolder(), `${name}-${at.replace(/[:.]/g, '-')}.json`);
  const content = { bench: name, at, machine: { ...machine, loadAfter }, options, targets, tables, details };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  return relative(projectRoot, file);
}
