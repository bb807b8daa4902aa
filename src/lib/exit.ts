/** Ends the process with one readable line: what happened, without a stack, for the person who started it. */
export function exitWithOneLine(error: unknown): never {
  const message = error instanceof Error ? error.message || error.name : String(error);
  console.error(message.split('\n')[0]);
  process.exit(1);
}
