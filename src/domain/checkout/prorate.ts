/**
 * Shares an amount over weights so that the shares add up to it exactly: each gets its proportion rounded down, and the
 * subunits left over go to those that lost most by the rounding (largest remainder; ties to the earlier one).
 * Without any weight the first one gets all.
 * @param amount subunits, not negative
 * @param weights not negative, one for each share
 */
export function prorate(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // Products are exact integers then, and several times faster than big ones.
  return total > 0 && amount * total <= Number.MAX_SAFE_INTEGER
    ? prorateExactly(amount, weights, total)
    : prorateLarge(amount, weights);
}

function prorateExactly(amount: number, weights: readonly number[], total: number): number[] {
  const remainders = weights.map((weight) => (amount * weight) % total);
  const shares = weights.map((weight, index) => (amount * weight - (remainders[index] ?? 0)) / total);
  const left = amount - shares.reduce((sum, share) => sum + share, 0);
  if (left === 0) return shares;
  const byRemainder = [...remainders.keys()].sort(
    (a, b) => (remainders[b] ?? 0) - (remainders[a] ?? 0) || a - b,
  );
  for (const index of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

function prorateLarge(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (sum === 0n) return weights.map((_weight, index) => (index === 0 ? amount : 0));
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = exact.map((product) => Number(product / sum));
  const left = amount - shares.reduce((total, share) => total + share, 0);
  const byRemainder = exact
    .map((product, index) => ({ index, remainder: product % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}
