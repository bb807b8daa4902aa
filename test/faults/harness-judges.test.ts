import { describe, expect, it } from '@jest/globals';
import { finding, findingsOf, problemsOf } from './harness/finding.js';
import {
  faultName,
  hurtBy,
  type PlannedFault,
  planFaults,
  targets,
  replicas,
} from './harness/injection/fault-plan.js';
import { createPoints } from './harness/injection/points.js';
import { createRandom } from './harness/random.js';
import { isGood } from './harness/report.js';

describe('a run is good', () => {
  const good = {
    findings: [finding('it holds', 3, [])],
    injected: new Map([['kill api', 2]]),
    planned: 2,
    completed: new Map([['orders', 1]]),
  };

  it.each([
    ['as it is', {}, true],
    ['with a problem', { findings: [finding('it holds', 3, ['it does not'])] }, false],
    ['where nothing was looked at', { findings: [finding('it holds', 0, [])] }, false],
    ['where there may be nothing', { findings: [finding('it holds', 0, [], { mayBeEmpty: true })] }, true],
    [
      'with a problem where there may be nothing',
      { findings: [finding('it holds', 0, ['but'], { mayBeEmpty: true })] },
      false,
    ],
    ['without findings', { findings: [] }, false],
    ['with a fault that met nobody', { planned: 3 }, false],
    [
      'with a flow without rounds',
      {
        completed: new Map([
          ['orders', 1],
          ['mails', 0],
        ]),
      },
      false,
    ],
    ['without flows', { completed: new Map<string, number>() }, false],
  ])('%s', (_, change, expected) => {
    expect(isGood({ ...good, ...change })).toBe(expected);
  });

  it('and a check that breaks off is a finding', async () => {
    const [found] = await findingsOf('it', () => Promise.reject(new Error('away')));
    expect(found && problemsOf(found)[0]).toContain('away');
  });
});

describe('a plan', () => {
  const named = (fault: PlannedFault) => `${faultName(fault)} ${fault.ms}`;
  const lost = ['lose the database of the engine 500', 'storage away 10000'];
  const plan = (seed: number, points: string[], count = 60) => planFaults(createRandom(seed), count, points);

  it('hurts each process with its first faults, whatever the seed', () => {
    for (let seed = 0; seed < 50; seed += 1)
      expect(plan(seed, ['pay'], 5).map(hurtBy).sort()).toEqual([...targets].sort());
  });

  it('then has each stand still for 20 s, of two each both, and takes engine and storage away', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      expect(plan(seed, [], 12).slice(5).map(named).sort()).toEqual(
        [...targets.map((name) => `freeze ${name} 20000`), ...lost].sort(),
      );
      const of = planFaults(createRandom(seed), 18, [], { replicas: true });
      const all = [...targets, ...replicas];
      expect(
        of
          .slice(0, 8)
          .map((item) => 'target' in item && item.target)
          .sort(),
      ).toEqual([...all].sort());
      expect(of.slice(8).map(named).sort()).toEqual(
        [...all.map((name) => `freeze ${name} 20000`), ...lost].sort(),
      );
      expect(new Set(of.map(hurtBy)).has('api 2')).toBe(false);
    }
  });

  it('has the same faults where there are more points', () => {
    const faults = (points: string[]) =>
      plan(3, points).map((item) => [faultName(item), item.ms, item.when.afterMs]);
    expect(faults(['pay', 'cancel', 'count'])).toEqual(faults(['pay']));
    expect(plan(3, ['pay'])).toEqual(plan(3, ['pay']));
    expect(faults(['pay'])).not.toEqual(
      plan(4, ['pay']).map((item) => [faultName(item), item.ms, item.when.afterMs]),
    );
  });

  it('strikes at declared points only', async () => {
    const points = createPoints(['pay']);
    const reached = points.next('pay', 1, 5_000);
    points.reach('pay');
    expect(await reached).toBe(true);
    expect(() => points.reach('fly')).toThrow('No flow declares the point "fly"');
  });
});
