import { describe, expect, test } from '@jest/globals';
import { overBudget } from '../../scripts/supervisor/test-timings.mjs';

const budgets = { total: 100, feature: 25, folders: { sweeps: 60 } };
const folders = (cpu: Record<string, number>) =>
  new Map(Object.entries(cpu).map(([name, seconds]) => [name, { cpu: seconds }]));

describe('the budgets of tests', () => {
  test('hold a folder to its own, any other to that of a feature, and the whole run', () => {
    expect(overBudget(folders({ orders: 25, sweeps: 60 }), 100, budgets, 1)).toEqual([]);
    expect(overBudget(folders({ orders: 40, sweeps: 100 }), 200, budgets, 1)).toEqual([
      expect.stringContaining('orders took 40 CPU seconds; its budget is 25'),
      expect.stringContaining('sweeps took 100 CPU seconds; its budget is 60'),
      expect.stringContaining('the run took 200 CPU seconds; its budget is 100'),
    ]);
  });

  test('grow with a slow machine, and do not shrink on a quick one', () => {
    expect(overBudget(folders({ orders: 60 }), 60, budgets, 2)).toEqual([]);
    expect(overBudget(folders({ orders: 30 }), 60, budgets, 0.5)).toEqual([]);
    expect(overBudget(folders({ orders: 63 }), 60, budgets, 2)).toHaveLength(1);
  });
});
