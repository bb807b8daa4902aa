/**
 * `Promise.all` that leaves nothing running: it waits for every promise, and throws the first error then. What goes on behind a
 * failed step would work with what its owner has closed.
 */
export async function allEnded<const Promises extends readonly unknown[]>(
  promises: Promises,
): Promise<{ -readonly [Place in keyof Promises]: Awaited<Promises[Place]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises) as Promise<never>;
}
