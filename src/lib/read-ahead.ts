/** The same items, each next one being made while its predecessor is worked on. Holds one item in advance. */
export async function* readAhead<T>(
  source: AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  const begin = () => {
    const next = source.next();
    // A failure is thrown when its turn comes; until then it must not end the process.
    next.catch(() => undefined);
    return next;
  };
  let upcoming = begin();
  try {
    for (;;) {
      const current = await upcoming;
      if (current.done) return;
      upcoming = begin();
      yield current.value;
    }
  } finally {
    await source.return();
  }
}
