import { describe, expect, it } from '@jest/globals';
import { discountConditionContract } from 'haat/testing';
import { pointsFor } from '../domain/points.js';
import { createLoyaltyPointsPorts } from '../operations/loyalty-points.ports.js';

for (const condition of createLoyaltyPointsPorts().discountConditions ?? [])
  discountConditionContract(condition.name, condition);

describe('points for an amount', () => {
  it.each([
    [0, 0],
    [99_99, 0],
    [100_00, 1],
    [1_234_99, 12],
    [-500_00, 0],
  ])('of %d subunits are %d', (amount, points) => {
    expect(pointsFor(amount, 100_00)).toBe(points);
  });
});
