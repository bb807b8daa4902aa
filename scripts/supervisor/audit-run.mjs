import { projectRoot } from './paths.mjs';
import { runCommand } from './processes.mjs';

const levels = ['critical', 'high', 'moderate', 'low'];
/** A registry that does not respond must not hold up the check. */
const FETCH_TIMEOUT_MS = 20_000;

/**
 * One readable summary of what `npm audit` printed.
 * @param {string} output its JSON, or whatever came in place of it
 * @returns {string}
 */
export function auditSummary(output) {
  const start = output.indexOf('{');
  let report;
  try {
    report = JSON.parse(output.slice(Math.max(start, 0)));
  } catch {
    return `audit: not known, for the registry gave no report (${output.trim().split('\n').at(-1) || 'it said nothing'})`;
  }
  const counts = report.metadata?.vulnerabilities;
  if (counts === undefined) {
    const reason = report.error?.summary || report.message || report.error?.code || 'it gave no reason';
    return `audit: not known, for the registry gave no report (${String(reason).split('\n')[0]})`;
  }
  const found = levels.filter((level) => counts[level] > 0);
  if (found.length === 0)
    return 'audit: the registry knows of nothing against the packages that run in production';
  const lines = Object.values(report.vulnerabilities ?? {})
    .sort((a, b) => levels.indexOf(a.severity) - levels.indexOf(b.severity))
    .map(
      ({ name, severity, range, fixAvailable }) =>
        `  ${severity} ${name} ${range}${fixAvailable ? ' (a fix exists)' : ''}`,
    );
  return [`audit: ${found.map((level) => `${counts[level]} ${level}`).join(', ')}`, ...lines].join('\n');
}

/** Asks the registry. @returns {Promise<string>} the summary, also when it cannot be asked */
export async function audit() {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', `--fetch-timeout=${FETCH_TIMEOUT_MS}`];
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  try {
    const { output } = await runCommand(command, [...first, ...args], { cwd: projectRoot });
    return auditSummary(output);
  } catch (error) {
    return `audit: not known, for npm could not be started (${error.code ?? error.message})`;
  }
}
