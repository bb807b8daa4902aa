/** Whether an endpoint that asked for these names gets an event: an exact name, `prefix.*`, or `*` for all. */
export function wantsEvent(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name,
  );
}

/** The names and patterns that fit none of the events that there are. */
export function unknownPatterns(patterns: readonly string[], names: readonly string[]): string[] {
  return patterns.filter((pattern) => {
    if (pattern === '*') return false;
    if (pattern.includes('*') && !/^[^*]+\.\*$/.test(pattern)) return true;
    return !names.some((name) => wantsEvent([pattern], name));
  });
}
