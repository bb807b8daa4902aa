import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { target } from '../report.mjs';
import { PlainError } from '../../scripts/supervisor/plain-error.mjs';
import { inProject } from '../../scripts/supervisor/paths.mjs';
import { runBenchProcess } from '../stand/bench-process.mjs';

/**
 * What shoppers find: judged queries over the demo data, and over the CSV file that `RELEVANCE_CATALOG` names. Half of the
 * queries are held out and run with `--heldOut` only; `--accept` keeps the figures as those that must not fall.
 */
export const defaults = { heldOut: false, accept: false };

const folder = inProject('bench', 'relevance');
const accepted = `${folder}/accepted.json`;
/** A class that falls by so much fails. */
const FALL = 0.02;

const round = (value) => Math.round(value * 1_000) / 1_000;
const mean = (rows, of) => round(rows.reduce((sum, row) => sum + Number(of(row)), 0) / rows.length);

export async function run({ options, start, say }) {
  const catalog = process.env.RELEVANCE_CATALOG;
  if (!catalog) say('RELEVANCE_CATALOG names no CSV file: only the queries over the demo data run');
  else if (!existsSync(catalog)) throw new PlainError(`RELEVANCE_CATALOG: there is no file ${catalog}`);
  const stand = await start({ size: { products: 500, orders: 0 } });
  const { TYPESENSE_URL = '', TYPESENSE_API_KEY = '' } = process.env;
  if (!TYPESENSE_URL) say('TYPESENSE_URL names no server: Typesense is left out');
  const rows = await runBenchProcess(
    'relevance',
    [folder, options.heldOut ? 'held-out' : 'worked-on', ...(catalog ? [catalog] : [])],
    { ...stand.env, TYPESENSE_URL, TYPESENSE_API_KEY },
  );
  const classes = classesOf(rows);
  const half = options.heldOut ? 'held out' : 'worked on';
  const fallen = options.accept ? [] : fallenOf(classes, half);
  if (options.accept) accept(classes, half);
  if (fallen.length > 0) throw new PlainError(`Worse than accepted: ${fallen.join('; ')}`);
  const whole = classes.filter(({ kind, engine }) => kind === 'all' && engine === 'embedded');
  const single = classes.filter(({ kind, engine }) => kind !== 'all' && engine === 'embedded');
  return {
    tables: { [`Judged queries, ${half}`]: classes },
    targets: [
      ...whole.map(({ catalog: name, ndcg }) => target(`${name}: NDCG@10 of all`, ndcg, { least: 0.85 })),
      ...whole.map(({ catalog: name, empty }) => target(`${name}: empty pages`, empty, { most: 0.011 })),
      ...single
        .filter(({ ndcg }) => ndcg < 0.7)
        .map(({ catalog: name, kind, ndcg }) => target(`${name}: NDCG@10 of ${kind}`, ndcg, { least: 0.7 })),
    ],
    details: { rows },
  };
}

/** A row for each class, catalog and engine, and one for all classes together. */
function classesOf(rows) {
  const groups = grouped(rows, (row) => `${row.catalog} ${row.engine}`);
  return [...groups.values()].flatMap((ofEngine) => {
    const [{ catalog, engine }] = ofEngine;
    const kinds = grouped(ofEngine, ({ kind }) => kind);
    return [...kinds, ['all', ofEngine]].map(([kind, list]) => ({
      catalog,
      engine,
      kind,
      queries: list.length,
      ndcg: mean(list, ({ ndcg }) => ndcg),
      precision: mean(list, ({ precision }) => precision),
      empty: mean(list, ({ empty }) => empty),
    }));
  });
}

function grouped(rows, keyOf) {
  const groups = new Map();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

const readAccepted = () => (existsSync(accepted) ? JSON.parse(readFileSync(accepted, 'utf8')) : {});
const keyOf = ({ catalog, kind }, half) => `${half}, ${catalog}, ${kind}`;
const ofEmbedded = (classes) => classes.filter(({ engine }) => engine === 'embedded');

function fallenOf(classes, half) {
  const known = readAccepted();
  return ofEmbedded(classes).flatMap((row) => {
    const before = known[keyOf(row, half)];
    return before === undefined || row.ndcg > before - FALL
      ? []
      : [`${keyOf(row, half)}: ${row.ndcg}, accepted ${before}`];
  });
}

function accept(classes, half) {
  const figures = Object.fromEntries(ofEmbedded(classes).map((row) => [keyOf(row, half), row.ndcg]));
  writeFileSync(accepted, `${JSON.stringify({ ...readAccepted(), ...figures }, null, 2)}\n`);
}
