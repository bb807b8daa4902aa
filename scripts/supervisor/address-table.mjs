import { relative } from 'node:path';
import { projectRoot } from './paths.mjs';
import { signInData } from './demo-data.mjs';

function columns(rows) {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
}

/**
 * What a person wants to know when everything runs: where to look, and how to sign in.
 * @returns {string} several lines
 */
export function addressTable({ dataDir, ports, embedded, childEnv }) {
  const api = childEnv.PUBLIC_API_BASE_URL;
  const ui = childEnv.TEMPORAL_UI_URL;
  const place = relative(projectRoot, dataDir);
  const folder = place.startsWith('..') ? dataDir : place;
  const addresses = [
    ...(childEnv.SHOP_URL && childEnv.SHOP_PORT ? [['Shop', childEnv.SHOP_URL]] : []),
    ...(/^(off|false|0)$/.test(childEnv.CONSOLE ?? '') ? [] : [['Console', `${api}/console`]]),
    ['API', api],
    ['API reference', `${api}/docs`],
    ...(ui ? [['Temporal UI', `${ui}/namespaces/${childEnv.TEMPORAL_NAMESPACE}/workflows`]] : []),
    ['Mail inbox', `http://localhost:${ports.inbox}`],
    ['Sandboxes', `http://localhost:${ports.sandboxes}`],
    ['Webhook receiver', `http://localhost:${ports.webhooks}`],
    ...(embedded.typesense ? [['Typesense', childEnv.TYPESENSE_URL]] : []),
    ...(embedded.postgres ? [['Postgres', childEnv.DATABASE_URL]] : []),
  ];
  return [
    '',
    ...columns(addresses),
    '',
    ...columns(signInData(dataDir, childEnv).map(({ role, email, password }) => [role, email, password])),
    '',
    `  Data is kept in ${folder}, logs are in ${folder}/logs. Ctrl-C stops everything.`,
    '',
  ].join('\n');
}
