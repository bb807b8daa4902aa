/**
 * Shares an amount over weights so that the shares add up to it exactly: each gets its proportion rounded down, and the
 * subunits left over go to those that lost most by the rounding (largest remainder; ties to the earlier one).
 * Without any weight the first one gets all.
 * @param amount subunits, not negative
 * @param weights not negative, one for each share
 */
export function prorate(amount: number, weights: readonly number[]): number[] {
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
