import { describe, expect, test } from '@jest/globals';
import { auditSummary } from '../../scripts/supervisor/audit-run.mjs';

const report = (vulnerabilities: object, found: object) =>
  JSON.stringify({ vulnerabilities: found, metadata: { vulnerabilities } });

describe('npm run audit', () => {
  test('says that nothing is known', () => {
    expect(auditSummary(report({ critical: 0, high: 0, moderate: 0, low: 0, total: 0 }, {}))).toBe(
      'audit: the registry knows of nothing against the packages that run in production',
    );
  });

  test('counts and names what is, the worst first', () => {
    const found = {
      a: { name: 'a', severity: 'low', range: '<2.0.0', fixAvailable: false },
      b: { name: 'b', severity: 'critical', range: '>=1.0.0 <1.2.3', fixAvailable: true },
    };
    expect(
      auditSummary(`npm warn something\n${report({ critical: 1, high: 0, low: 1 }, found)}`).split('\n'),
    ).toEqual(['audit: 1 critical, 1 low', '  critical b >=1.0.0 <1.2.3 (a fix exists)', '  low a <2.0.0']);
  });

  test.each([
    ['no registry responds', '', /^audit: not known, for the registry gave no report \(it said nothing\)$/],
    [
      'it prints something else',
      'npm error code E405\nnpm error 405 Method Not Allowed',
      /405 Method Not Allowed\)$/,
    ],
    [
      'it refuses',
      JSON.stringify({ message: 'request to the registry failed', error: {} }),
      /\(request to the registry failed\)$/,
    ],
  ])('says so when %s', (_case, output, words) => {
    expect(auditSummary(output)).toMatch(words);
  });
});
